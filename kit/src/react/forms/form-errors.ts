import type { FieldErrors, FormContract } from '../../contract/forms/form-contract.ts';
import { errorSlotId } from '../../contract/forms/form-contract.ts';

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
