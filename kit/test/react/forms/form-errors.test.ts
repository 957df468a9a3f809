// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { showErrors } from '../../../src/react/forms/form-errors.ts';
import { subscribe } from '../../../src/testing/sample-forms.ts';

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
