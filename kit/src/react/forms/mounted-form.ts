import { type FormContract, type FieldErrors, errorSlotId } from '../../contract/forms/form-contract.ts';
import { keepDraft } from '../../contract/forms/form-draft.ts';
import { checkForm } from '../../contract/forms/check-form.ts';
import { createSubmitter, type FormAnswer, readForm, summaryOf } from '../../contract/forms/submit-form.ts';
import { randomId, tabStorage } from '../refusable.ts';
import { postForm } from './post-form.ts';

/** A form of the page that answers in place. */
export type MountedForm = ReturnType<typeof mountForm>;

/**
 * The behaviour of a form in the browser: it is checked before it is sent, and typed text survives a reload. In the
 * shell's later parts, once for all apps: no page needs it to hydrate.
 * @param openedAt when the visitor got the form, ms since the epoch
 */
export function mountForm(contract: FormContract, form: HTMLFormElement, openedAt: number) {
  // Our own check runs instead of the browser's bubbles; until then, and without JavaScript, those do their work.
  form.noValidate = true;
  const stopChecking = checkWhileTyped(contract, form);
  const draft = keepDraft(contract, form, tabStorage);
  const submit = createSubmitter(contract, {
    openedAt,
    post: postForm,
    now: Date.now,
    randomId,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    sending: () => showErrors(contract, form, '', {}),
  });
  return {
    /** Checks, then sends. Never throws: an error is an answer, too. */
    submit,
    /** Shows errors beside the fields, and removes the draft after a success. */
    show(answer: FormAnswer): void {
      if (answer.ok) draft.clear();
      else showErrors(contract, form, answer.message, answer.fields);
    },
    /** Whether something was typed that has not been sent. */
    dirty: draft.dirty,
    /** The draft stays. */
    end(): void {
      draft.stop();
      stopChecking();
    },
  };
}

/**
 * Checks a field that is marked as wrong at each change, so that its error goes when it is mended; and any field for
 * what must be told at once: a text that is too long, since browsers would cut it in silence, and a file.
 * @returns ends it
 */
function checkWhileTyped(contract: FormContract, form: HTMLFormElement): () => void {
  for (const control of form.querySelectorAll('[maxlength]')) control.removeAttribute('maxlength');
  const check = ({ target }: Event): void => {
    const { name, value } = target as HTMLInputElement;
    const field = contract.fields.find((one) => one.name === name);
    if (!field) return;
    const wrong = form.querySelectorAll('[aria-invalid="true"]');
    const isFile = field.kind === 'pdf';
    if (![...wrong].includes(target as Element) && !(isFile ? value !== '' : value.length > field.max))
      return;
    const checked = checkForm(contract, readForm(contract, new FormData(form)));
    const error = checked.ok ? '' : (checked.errors[name] ?? '');
    showError(contract, form, name, error);
    const summary = form.querySelector('[data-form-summary]:not([hidden])');
    if (wrong.length === 0 || !summary) return;
    const left = form.querySelectorAll('[aria-invalid="true"]').length;
    write(summary, left > 0 ? summaryOf(left) : '');
  };
  form.addEventListener('input', check);
  form.addEventListener('change', check);
  return () => {
    form.removeEventListener('input', check);
    form.removeEventListener('change', check);
  };
}

/**
 * Writes the errors of an answer beside their fields and its summary above the form, and moves the focus to the
 * first wrong field. By hand, not by React state: without JavaScript the gateway writes the same slots.
 * @param message the summary; '' clears it
 */
export function showErrors(
  contract: FormContract,
  form: HTMLFormElement,
  message: string,
  errors: FieldErrors,
): void {
  for (const { name } of contract.fields) showError(contract, form, name, errors[name] ?? '');
  const summary = form.querySelector<HTMLElement>('[data-form-summary]');
  write(summary, message);
  if (message) (form.querySelector<HTMLElement>('[aria-invalid="true"]') ?? summary)?.focus();
}

/** @param error '' removes it */
function showError(contract: FormContract, form: HTMLFormElement, name: string, error: string): void {
  write(form.querySelector(`#${errorSlotId(contract, name)}`), error);
  const control = form.querySelector(`#${contract.name}-${name}`);
  if (error) control?.setAttribute('aria-invalid', 'true');
  else control?.removeAttribute('aria-invalid');
}

function write(slot: Element | null, text: string): void {
  if (!slot) return;
  slot.textContent = text;
  slot.toggleAttribute('hidden', text === '');
}
