/**
 * A form as one description: the browser's check, the server's schema, the attributes in the HTML and the tests follow
 * from it. Pure data, no zod: pages ship it.
 */
export interface FormContract<Name extends string = string> {
  name: Name;
  /** Raised whenever an older page's post would no longer be valid. The gateway goes on accepting version − 1. */
  version: number;
  /** Where it is posted to. */
  action: string;
  /** In the order of the form. */
  fields: readonly FormField[];
  /** A scripted post that was quicker is not a person's (ms). */
  minElapsedMs: number;
  /** What the visitor reads once the entry is kept. */
  thanks: string;
  /** Rewrites the values of a post that was valid under version − 1. Absent: the values are the same. */
  upgrade?: (values: FormValues) => FormValues;
}

/** What a field holds; decides its rules besides `required` and the lengths. */
export type FieldKind =
  | 'line' // one line of text: control characters and line breaks are refused
  | 'text' // several lines
  | 'email'
  | 'choice' // one of `options`
  | 'slug' // `a-z0-9-`
  | 'links' // http(s) addresses, one a line
  | 'consent' // a checkbox: "yes"
  | 'pdf'; // a file; its content is checked by the server alone

export interface FormField {
  name: string;
  /** As in "Enter {label}", lower case with its article: `your name`. */
  label: string;
  kind: FieldKind;
  required: boolean;
  /** Characters (UTF-16 units, as `maxlength` counts), lines counted as one each; bytes for a file. */
  max: number;
  options?: readonly { value: string; label: string }[];
  /** Shown instead of "Enter {label}." when a required field is empty. */
  missing?: string;
}

/** Normalised values of the fields that are not files; optional fields that were left empty are ''. */
export type FormValues = Record<string, string>;

/** Field name → what to do about it, for the visitor. In the order of the form. */
export type FieldErrors = Record<string, string>;

/** Hidden field that people do not see: whoever fills it in is a script. */
export const HONEYPOT = 'website';

/** @returns `contact@1`. */
export function contractId(contract: { name: string; version: number }): string {
  return `${contract.name}@${contract.version}`;
}

/** @returns attributes for the field's input, so that the browser's own check agrees with ours. */
export function fieldAttributes(contract: FormContract, name: string): FieldAttributes {
  const field = contract.fields.find((candidate) => candidate.name === name);
  if (!field) throw new TypeError(`${contractId(contract)} has no field ${name}`);
  return {
    id: `${contract.name}-${name}`,
    name,
    required: field.required,
    'aria-describedby': errorSlotId(contract, name),
    ...(field.kind === 'email' ? { type: 'email' as const } : {}),
    ...(field.kind === 'pdf' || field.kind === 'choice' || field.kind === 'consent'
      ? {}
      : { maxLength: field.max }),
  };
}

export interface FieldAttributes {
  id: string;
  name: string;
  required: boolean;
  'aria-describedby': string;
  type?: 'email';
  maxLength?: number;
}

/** @returns the id of the element that shows a field's error. */
export function errorSlotId(contract: { name: string }, field: string): string {
  return `${contract.name}-${field}-error`;
}
