import type { z } from 'zod';
import type { formSchema } from './form-declaration.ts';

export { ENVELOPE, HONEYPOT, isFileField, MAX_FILE_BYTES, SENT_PARAMETER } from './form-envelope.ts';

/**
 * A form as one description, declared in the `forms` of its app's mfe.config.ts: the browser's check, the gateway's,
 * the attributes in the HTML and the tests follow from it. Pure data: it travels in the release, and pages ship it.
 */
export type FormDeclaration = z.infer<typeof formSchema>;
export type FormField = FormDeclaration['fields'][number];
/** The kind of a field. It decides the rules besides `required` and the lengths. */
export type FieldKind = FormField['kind'];

/** Normalised values of the fields that are not files; optional fields that were left empty are ''. */
export type FormValues = Record<string, string>;

/** Field name → message for the visitor, in the order of the form. */
export type FieldErrors = Record<string, string>;

/** @returns `contact@1`. */
export function formVersion(declaration: { name: string; version: number }): string {
  return `${declaration.name}@${declaration.version}`;
}

/** @returns attributes for the field's input, so that the browser's own check agrees with ours. */
export function fieldAttributes(declaration: FormDeclaration, name: string) {
  const field = declaration.fields.find((candidate) => candidate.name === name);
  if (!field) throw new TypeError(`${formVersion(declaration)} has no field ${name}`);
  return {
    id: `${declaration.name}-${name}`,
    name,
    required: field.required,
    'aria-describedby': errorSlotId(declaration, name),
    ...((field.kind === 'email' || field.kind === 'date' || field.kind === 'number') && { type: field.kind }),
    ...(field.types && { type: 'file' as const, accept: field.types.join(',') }),
    ...(field.from !== undefined && { min: field.from }),
    ...(field.to !== undefined && { max: field.to }),
    ...(field.step !== undefined && { step: field.step }),
    ...(['line', 'text', 'email', 'slug', 'links'].includes(field.kind) && { maxLength: field.max }),
  };
}

export type FieldAttributes = ReturnType<typeof fieldAttributes>;

/** @returns the id of the element that shows a field's error. */
export function errorSlotId(declaration: { name: string }, field: string): string {
  return `${declaration.name}-${field}-error`;
}
