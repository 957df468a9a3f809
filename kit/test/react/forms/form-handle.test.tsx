// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { MountedForm } from '../../../src/react/forms/mounted-form.ts';
import { ErrorSlot, ErrorSummary } from '../../../src/react/forms/field.tsx';
import { useForm } from '../../../src/react/forms/form-handle.ts';
import { contact } from '../../contract/fixtures/sample-forms.ts';
import { InShell, platformWith } from '../fixtures/in-shell.tsx';
import { mount } from '../fixtures/mounted.tsx';
import { stubPosts } from '../fixtures/posts.ts';

const contract = {
  ...contact,
  minElapsedMs: 0,
  fields: contact.fields.filter(({ name }) => name === 'email'),
};
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

function Form() {
  const { ref, thanksRef, thanks, pending, share, onSubmit } = useForm(contract);
  if (thanks)
    return (
      <p ref={thanksRef} tabIndex={-1}>
        {thanks}
      </p>
    );
  return (
    <form ref={ref} onSubmit={onSubmit} action={contract.action} method="post">
      <ErrorSummary />
      <input id="contact-email" name="email" required />
      <ErrorSlot declaration={contract} name="email" />
      <button>
        {pending ? 'Sending' : 'Send'} {share}
      </button>
    </form>
  );
}

const SENT = { bubbles: true, cancelable: true };

/**
 * Mounts the form, types and submits. The gateway answers with `answer`.
 * @returns `shown`: the error beside the field and the button, directly after the event of the submit
 */
async function send(typed: string, answer: object | undefined) {
  const posts = stubPosts(answer);
  let isUnsaved!: () => boolean;
  const platform = platformWith({ addUnsaved: (one) => ((isUnsaved = one), () => {}) });
  const { container } = await mount(
    <InShell platform={platform}>
      <Form />
    </InShell>,
  );
  const input = container.querySelector('input')!;
  const unsavedBefore = isUnsaved();
  await act(async () => {
    input.value = typed;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const unsavedTyped = isUnsaved();
  let shown: (string | null)[] = [];
  await act(async () => {
    container.querySelector('form')!.dispatchEvent(new Event('submit', SENT));
    shown = ['#contact-email-error', 'button'].map((part) => container.querySelector(part)!.textContent);
  });
  return { container, posts, shown, unsaved: [unsavedBefore, unsavedTyped, isUnsaved()] };
}

it('validates before it sends, and shows the error beside the field', async () => {
  const { container, posts, unsaved } = await send('ada', {});
  expect(posts).toHaveLength(0);
  expect(container.querySelector('#contact-email-error')!.textContent).toContain('like name@example.com');
  expect(unsaved).toEqual([false, true, true]);
});

it('shows the errors that it finds before the next frame, and does not say that it sends', async () => {
  const { shown } = await send('ada', {});
  expect(shown).toEqual([expect.stringContaining('like name@example.com'), 'Send 0']);
});

it('replaces the form with the thanks, moves the focus there, and deletes the draft', async () => {
  const { container, posts, unsaved } = await send('ada@example.com', { ok: true, message: 'Thank you.' });
  expect(posts).toHaveLength(1);
  expect(container.querySelector('form')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Thank you.');
  expect([unsaved, sessionStorage.length]).toEqual([[false, true, false], 0]);
});

it('reports the sent share during an upload', async () => {
  const { container, posts } = await send('ada@example.com', undefined);
  await act(async () => posts[0]!.goesOut(1, 4));
  expect(container.querySelector('button')!.textContent).toBe('Sending 0.25');
  await act(async () => posts[0]!.fail());
  expect(container.querySelector('button')!.textContent).toBe('Send 0');
});

/** Mounts the form, and submits it before the code of `mountForm` has loaded. */
async function sendEarly() {
  let come = (_: MountedForm): void => {};
  let fail = (_: Error): void => {};
  const coming = new Promise<MountedForm>((resolve, reject) => {
    come = resolve;
    fail = reject;
  });
  const { container } = await mount(
    <InShell platform={platformWith({ mountForm: () => coming })}>
      <Form />
    </InShell>,
  );
  const form = container.querySelector('form')!;
  const posted = vi.spyOn(form, 'submit').mockImplementation(() => {});
  container.querySelector('input')!.value = 'ada@example.com';
  const event = new Event('submit', SENT);
  await act(async () => form.dispatchEvent(event));
  return { container, event, posted, come, fail };
}

it('holds an early submit until the code has loaded, and sends it once', async () => {
  const { container, event, posted, come } = await sendEarly();
  const submit = vi.fn<MountedForm['submit']>(async () => ({ ok: true, message: 'Thank you.' }));
  expect(event.defaultPrevented).toBe(true);
  await act(async () =>
    come({ refuse: () => false, submit, show: () => {}, dirty: () => false, end: () => {} }),
  );
  expect(submit.mock.calls.map(([form]) => form.get('email'))).toEqual(['ada@example.com']);
  expect([container.textContent, posted.mock.calls.length]).toEqual(['Thank you.', 0]);
});

it('posts an early submit without JavaScript when the code does not load', async () => {
  const { container, posted, fail } = await sendEarly();
  expect(posted).not.toHaveBeenCalled();
  await act(async () => fail(new Error('lost')));
  expect([posted.mock.calls.length, container.querySelector('form')!.noValidate]).toEqual([1, false]);
});
