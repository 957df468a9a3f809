import { type FormContract, type FieldErrors, errorSlotId } from '../../contract/forms/form-contract.ts';
import { keepDraft } from '../../contract/forms/form-draft.ts';
import { createSubmitter, type FormAnswer } from '../../contract/forms/submit-form.ts';
import { randomId, tabStorage, timeLimit } from '../refusable.ts';

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
  const draft = keepDraft(contract, form, tabStorage);
  const submit = createSubmitter(contract, {
    openedAt,
    fetch: (...request) => fetch(...request),
    now: Date.now,
    randomId,
    timeLimit,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
  return {
    /** Checks, then sends. Never throws: whatever happens is an answer. */
    submit,
    /** Shows errors beside the fields, and removes the draft after a success. */
    show(answer: FormAnswer): void {
      if (answer.ok) draft.clear();
      else showErrors(contract, form, answer.message, answer.fields);
    },
    /** Whether something was typed that has not been sent. */
    dirty: draft.dirty,
    /** The draft stays. */
    end: draft.stop,
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
  for (const { name } of contract.fields) {
    const error = errors[name] ?? '';
    write(form.querySelector(`#${errorSlotId(contract, name)}`), error);
    const control = form.querySelector(`#${contract.name}-${name}`);
    if (error) control?.setAttribute('aria-invalid', 'true');
    else control?.removeAttribute('aria-invalid');
  }
  const summary = form.querySelector<HTMLElement>('[data-form-summary]');
  write(summary, message);
  if (message) (form.querySelector<HTMLElement>('[aria-invalid="true"]') ?? summary)?.focus();
}

function write(slot: Element | null, text: string): void {
  if (!slot) return;
  slot.textContent = text;
  slot.toggleAttribute('hidden', text === '');
}
