// @vitest-environment happy-dom
import { afterEach, expect, it, vi, beforeEach } from 'vitest';
import type { FormDeclaration } from '../../../src/contract/forms/form.ts';
import { mountForm, showErrors } from '../../../src/react/forms/mounted-form.ts';
import { application, contact, subscribe } from '../../contract/fixtures/sample-forms.ts';
import { stubPosts } from '../fixtures/posts.ts';

const declaration = { ...contact, fields: contact.fields.filter(({ name }) => name === 'email') };
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

/** A form with this value, opened a minute ago. */
function formWith(email: string) {
  const form = document.createElement('form');
  form.innerHTML = '<input id="contact-email" name="email"><p id="contact-email-error" hidden></p>';
  const input = form.querySelector('input')!;
  input.value = email;
  return { form, input, mounted: mountForm(declaration, form, Date.now() - 60_000) };
}

it('stores earlier text as a draft, and reports it as unsaved', () => {
  const { form, mounted } = formWith('ada@example.com');
  expect([form.noValidate, mounted.dirty(), sessionStorage.length]).toEqual([true, true, 1]);
  expect(formWith('').input.value).toBe('ada@example.com');
});

it('counts earlier time as time that the form was open', async () => {
  const posts = stubPosts({ ok: true, message: 'Thank you.' });
  const { form, mounted } = formWith('ada@example.com');
  const answer = await mounted.submit(new FormData(form));
  const sent = JSON.parse(posts[0]!.body as string) as { elapsedMs: number };
  expect([answer.ok, sent.elapsedMs >= 60_000]).toEqual([true, true]);
  mounted.show(answer);
  expect(sessionStorage.length).toBe(0);
});

it('stores no text after its end', () => {
  const { input, mounted } = formWith('');
  mounted.end();
  input.value = 'ada@example.com';
  input.dispatchEvent(new Event('input', { bubbles: true }));
  expect(sessionStorage.length).toBe(0);
});

/** A form with empty fields, in which a visitor types. */
function typedForm(declared: FormDeclaration) {
  const form = document.createElement('form');
  form.innerHTML = `<div data-form-summary hidden></div>${declared.fields
    .map(({ name, kind }) => {
      const type = kind === 'pdf' ? 'type="file"' : 'maxlength="10"';
      return `<input id="${declared.name}-${name}" name="${name}" ${type}><p id="${declared.name}-${name}-error" hidden></p>`;
    })
    .join('')}`;
  document.body.replaceChildren(form);
  const mounted = mountForm(declared, form, Date.now() - 60_000);
  const control = (name: string) => form.querySelector<HTMLInputElement>(`#${declared.name}-${name}`)!;
  return {
    form,
    mounted,
    change(name: string, put: (input: HTMLInputElement) => void): void {
      put(control(name));
      control(name).dispatchEvent(new Event('input', { bubbles: true }));
    },
    error: (name: string) =>
      form.querySelector(`#${declared.name}-${name}-error:not([hidden])`)?.textContent ?? '',
    summary: () => form.querySelector('[data-form-summary]:not([hidden])')?.textContent ?? '',
  };
}

it('removes an error when its field is valid, and counts the remaining errors', async () => {
  const { form, mounted, change, error, summary } = typedForm(contact);
  mounted.show(await mounted.submit(new FormData(form)));
  expect([error('name'), summary()]).toEqual(['Enter your name.', '5 fields need another look.']);
  change('name', (input) => (input.value = 'Ada'));
  expect([error('name'), summary()]).toEqual(['', '4 fields need another look.']);
  expect(error('email')).not.toBe('');
});

it('removes the summary with the last error', async () => {
  const { form, mounted, change, summary } = typedForm(subscribe);
  mounted.show(await mounted.submit(new FormData(form)));
  change('email', (input) => (input.value = 'ada@example.com'));
  expect(summary()).toBe('');
});

it('hides errors during a submit', async () => {
  const posts = stubPosts();
  const { form, mounted, change, summary } = typedForm(subscribe);
  change('email', (input) => (input.value = 'ada@example.com'));
  mounted.show({ ok: false, status: 429, code: 'FORM_LIMITED', message: 'Try later.', fields: {} });
  expect(summary()).toBe('Try later.');
  const answer = mounted.submit(new FormData(form));
  await vi.waitFor(() => expect(posts).toHaveLength(1));
  expect(summary()).toBe('');
  posts[0]!.answer({ ok: true, message: 'Thank you.' });
  expect((await answer).ok).toBe(true);
});

it('reports a text over the limit without truncating it', () => {
  const { form, change, error } = typedForm(contact);
  change('message', (input) => (input.value = 'x'.repeat(5_001)));
  expect(error('message')).toBe('Shorten your message to 5,000 characters or fewer.');
  expect(form.querySelector('[maxlength]')).toBeNull();
  change('message', (input) => (input.value = 'x'.repeat(5_000)));
  expect(error('message')).toBe('');
});

it.each([
  ['a text document', new File(['x'], 'cv.docx', { type: 'application/msword' }), /not a PDF/],
  ['a file that is too large', new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'cv.pdf'), /larger than 5 MB/],
  ['a PDF', new File(['x'], 'CV.PDF'), /^$/],
])('checks a chosen file: %s', (_, file, message) => {
  const { change, error } = typedForm(application);
  change('cv', (input) => {
    const chosen = new DataTransfer();
    chosen.items.add(file);
    input.files = chosen.files;
  });
  expect(error('cv')).toMatch(message);
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

it('removes the errors of valid fields', () => {
  showErrors(subscribe, form, 'One field needs you.', { email: 'Enter it.' });
  showErrors(subscribe, form, '', {});
  expect(shown()).toMatchObject({ summary: undefined, error: undefined, invalid: null });
});

it('moves the focus to the summary without an invalid field', () => {
  showErrors(subscribe, form, 'Try again.', {});
  expect(document.activeElement).toBe(form.querySelector('[data-form-summary]'));
});
