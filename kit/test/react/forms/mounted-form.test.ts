// @vitest-environment happy-dom
import { afterEach, expect, it, vi, beforeEach } from 'vitest';
import { mountForm, showErrors } from '../../../src/react/forms/mounted-form.ts';
import { contact, subscribe } from '../../contract/fixtures/sample-forms.ts';

const contract = { ...contact, fields: contact.fields.filter(({ name }) => name === 'email') };
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

/** A form with this in it, opened a while before. */
function formWith(email: string) {
  const form = document.createElement('form');
  form.innerHTML = '<input id="contact-email" name="email"><p id="contact-email-error" hidden></p>';
  const input = form.querySelector('input')!;
  input.value = email;
  return { form, input, mounted: mountForm(contract, form, Date.now() - 60_000) };
}

it('what was typed before is kept as a draft, and is unsaved input', () => {
  const { form, mounted } = formWith('ada@example.com');
  expect([form.noValidate, mounted.dirty(), sessionStorage.length]).toEqual([true, true, 1]);
  expect(formWith('').input.value).toBe('ada@example.com');
});

it('time that passed before counts as time that the form was open', async () => {
  const fetched = vi.fn<typeof fetch>(async () => Response.json({ ok: true, message: 'Thank you.' }));
  vi.stubGlobal('fetch', fetched);
  const { form, mounted } = formWith('ada@example.com');
  const answer = await mounted.submit(new FormData(form));
  const sent = JSON.parse(fetched.mock.calls[0]![1]!.body as string) as { elapsedMs: number };
  expect([answer.ok, sent.elapsedMs >= 60_000]).toEqual([true, true]);
  mounted.show(answer);
  expect(sessionStorage.length).toBe(0);
});

it('what is wrong is said beside the field', async () => {
  const { form, mounted } = formWith('ada');
  mounted.show(await mounted.submit(new FormData(form)));
  expect(form.querySelector('#contact-email-error')!.textContent).toContain('like name@example.com');
});

it('after its end nothing that is typed is kept', () => {
  const { input, mounted } = formWith('');
  mounted.end();
  input.value = 'ada@example.com';
  input.dispatchEvent(new Event('input', { bubbles: true }));
  expect(sessionStorage.length).toBe(0);
});

let form: HTMLFormElement;
beforeEach(() => {
  document.body.innerHTML = `<form>
    <div data-form-summary tabindex="-1" hidden></div>
    <input id="subscribe-email" /><p id="subscribe-email-error" hidden></p>
  </form>`;
  form = document.querySelector('form')!;
});
const shown = () => ({
  summary: form.querySelector('[data-form-summary]:not([hidden])')?.textContent,
  error: form.querySelector('#subscribe-email-error:not([hidden])')?.textContent,
  invalid: form.querySelector('input')!.getAttribute('aria-invalid'),
  focus: document.activeElement?.id,
});

it('writes an error beside its field as text, and moves the focus there', () => {
  showErrors(subscribe, form, 'One field needs you.', { email: 'Enter <b>it</b>.' });
  expect(shown()).toEqual({
    summary: 'One field needs you.',
    error: 'Enter <b>it</b>.',
    invalid: 'true',
    focus: 'subscribe-email',
  });
});

it('takes away what is mended', () => {
  showErrors(subscribe, form, 'One field needs you.', { email: 'Enter it.' });
  showErrors(subscribe, form, '', {});
  expect(shown()).toMatchObject({ summary: undefined, error: undefined, invalid: null });
});

it('moves the focus to the summary when no field is wrong', () => {
  showErrors(subscribe, form, 'Try again.', {});
  expect(document.activeElement).toBe(form.querySelector('[data-form-summary]'));
});
