/**
 * A form as one description, declared in the `forms` of its app's mfe.config.ts: the browser's check, the gateway's, the
 * attributes in the HTML and the tests follow from it. Pure data: it travels in the release, and pages ship it.
 * What a release may say in it: `form-declaration.ts`.
 */
export interface FormContract {
  name: string;
  /** Raised whenever an older page's post would no longer be valid: its pages may be open for as long as they are leased. */
  version: number;
  /** What becomes of a post: an entry in the owner's inbox, or an address that a link in a mail confirms. */
  kind: 'enquiry' | 'subscription';
  /** Where it is posted to: `/api/contact`. */
  action: string;
  /**
   * The route of the app that it is on, `/careers/:slug`: shows the errors and the thanks where there is no JavaScript.
   * A subscription has none: it is on any page.
   */
  page?: string;
  /** In the order of the form. */
  fields: readonly FormField[];
  /** A scripted post that was quicker is not a person's (ms). */
  minElapsedMs: number;
  /** What the visitor reads once the entry is kept. */
  thanks: string;
}

/** What a field holds; decides its rules besides `required` and the lengths. */
export type FieldKind =
  | 'line' // one line of text: control characters and line breaks are refused
  | 'text' // several lines
  | 'email'
  | 'choice' // one of `options`
  | 'slug' // `a-z0-9-`: which of the pages of its route the form is on
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
  /** Of a slug: the parameter of the form's `page` that it stands for. */
  parameter?: string;
  /** Of a slug: shown when the page that it names is not there any more. */
  gone?: string;
  /** Names that the field had in earlier versions: what an older page posts under them is kept under the new one. */
  formerly?: readonly string[];
}

/** Normalised values of the fields that are not files; optional fields that were left empty are ''. */
export type FormValues = Record<string, string>;

/** Field name → what to do about it, for the visitor. In the order of the form. */
export type FieldErrors = Record<string, string>;

/** Hidden field that people do not see: whoever fills it in is a script. */
export const HONEYPOT = 'website';

/** What a post says besides its fields: no field has these names. */
export const ENVELOPE = ['contract', 'idempotencyKey', 'elapsedMs', HONEYPOT] as const;
/** In the query of a form's page after a post without JavaScript: `?sent=1` shows the thanks. */
export const SENT_PARAMETER = 'sent';
/** Largest file, in bytes. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024;

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
