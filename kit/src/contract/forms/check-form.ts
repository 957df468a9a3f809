import { hasOwn } from '../own-property.ts';
import { checkField } from './check-field.ts';
import type { FieldErrors, FormContract, FormValues } from './form-contract.ts';

export type FormCheck = { ok: true; values: FormValues } | { ok: false; errors: FieldErrors };

/**
 * Checks every field of a form, in the browser and on the server alike. Unknown names are ignored.
 * @param raw name → what came; anything that is no object has no fields.
 * @returns the normalised values (files by their name), or one message for each wrong field, in the order of the form.
 */
export function checkForm(contract: FormContract, raw: unknown): FormCheck {
  const given = typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>) : {};
  const values: FormValues = {};
  const errors: FieldErrors = {};
  for (const field of contract.fields) {
    const result = checkField(field, hasOwn(given, field.name) ? given[field.name] : undefined);
    if (result.ok) values[field.name] = result.value;
    else errors[field.name] = result.message;
  }
  return Object.keys(errors).length === 0 ? { ok: true, values } : { ok: false, errors };
}
