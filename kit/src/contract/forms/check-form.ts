import { hasOwn } from '../names.ts';
import { isFileField } from './form-envelope.ts';
import type { FieldErrors, FormDeclaration, FormValues, FieldKind, FormField } from './form.ts';

export type FormCheck = { ok: true; values: FormValues } | { ok: false; errors: FieldErrors };

/**
 * Checks every field of a form, in the browser and on the server alike. Unknown names are ignored.
 * @param raw name → value; anything but an object has no fields.
 * @returns the normalised values (files by their name), or one message for each wrong field, in the order of the form.
 */
export function checkForm(declaration: FormDeclaration, raw: unknown): FormCheck {
  const given = typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>) : {};
  const values: FormValues = {};
  const errors: FieldErrors = {};
  for (const field of declaration.fields) {
    const result = checkField(field, hasOwn(given, field.name) ? given[field.name] : undefined);
    if (result.ok) values[field.name] = result.value;
    else errors[field.name] = result.message;
  }
  return Object.keys(errors).length === 0 ? { ok: true, values } : { ok: false, errors };
}

type FieldResult = { ok: true; value: string } | { ok: false; message: string };

/** What a file field is checked by in the browser, which derives the type from the name: '' for an unknown one. */
type FileLike = Pick<File, 'name' | 'size' | 'type'>;

/** The pattern of `<input type=email>` (HTML standard, "valid email address"), with a dot in the domain required. */
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;
/**
 * Control characters (line breaks among them), line and paragraph separators, and marks that reverse the reading
 * direction.
 */
const NOT_IN_A_LINE = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;
const NOT_IN_TEXT = /[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/u;
/**
 * An address as people write it, `github.com/me`: the name of a host, and no `javascript:` or other scheme before it.
 */
const HOST_FIRST = /^[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)+(?:[/?#]|$)/i;
/** Shown beside a file that is something else, by the browser and by the gateway. */
const NOT_A_PDF = 'The file is not a PDF. Save it as a PDF and attach that.';
/** Text of invisible characters only (zero-width spaces) counts as empty. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;
/**
 * No language puts more marks on one letter (Unicode's stream-safe text, UAX 15). To sort them takes quadratic time: a
 * second for those of one field.
 */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu;
const MAX_LINKS = 5;
/** Characters of one: to read a host of marks alone takes a parser of URLs quadratic time. */
const MAX_LINK = 2_000;

/**
 * Checks one field's raw value and normalises it: Unicode NFC, LF line breaks, no space around it; an address in lower
 * case.
 * @param raw whatever came: a wrong type is an error, never an exception. A file field takes a {@link FileLike}.
 */
function checkField(field: FormField, raw: unknown): FieldResult {
  if (isFileField(field)) return checkFile(field, raw);
  if (raw !== undefined && raw !== null && typeof raw !== 'string')
    return bad(`Enter ${field.label} as text.`);
  // A much too long value is refused before it is normalised, because an attacker could send megabytes.
  if (typeof raw === 'string' && raw.length > field.max * 4 + 1_000) return tooLong(field);
  const value = normalise(raw ?? '');
  if (!VISIBLE.test(value))
    return field.required ? bad(field.missing ?? `Enter ${field.label}.`) : { ok: true, value: '' };
  if (value.length > field.max) return tooLong(field);
  return RULES[field.kind as keyof typeof RULES](value, field);
}

function checkFile(field: FormField, raw: unknown): FieldResult {
  const { size, name, type } = (typeof raw === 'object' && raw !== null ? raw : {}) as Partial<FileLike>;
  if (typeof size !== 'number' || size === 0)
    return field.required ? bad(field.missing ?? `Attach ${field.label}.`) : { ok: true, value: '' };
  if (size > field.max)
    return bad(`The file is larger than ${field.max / 1024 / 1024} MB. Attach a smaller one.`);
  // On the server a file has no type; the gateway checks its content.
  if (type !== undefined && !isOfType(field, type, name)) return bad(wrongFile(field));
  return { ok: true, value: name ?? '' };
}

/** @returns the message for a file of another type. */
export function wrongFile({ kind }: Pick<FormField, 'kind'>): string {
  return kind === 'pdf' ? NOT_A_PDF : 'Files of this type are not accepted. Attach another one.';
}

function isOfType({ types }: FormField, type: string, name = ''): boolean {
  return types ? types.some((one) => one === type) : type === 'application/pdf' || /\.pdf$/i.test(name);
}

const RULES: Record<Exclude<FieldKind, 'pdf' | 'file'>, (value: string, field: FormField) => FieldResult> = {
  line: (value, field) =>
    NOT_IN_A_LINE.test(value)
      ? bad(`Enter ${field.label} on one line, without control characters.`)
      : { ok: true, value },
  text: (value, field) =>
    NOT_IN_TEXT.test(value) ? bad(`Enter ${field.label} without control characters.`) : { ok: true, value },
  email: (value) =>
    EMAIL.test(value) && value.indexOf('@') <= 64
      ? { ok: true, value: value.toLowerCase() }
      : bad('Enter an email address like name@example.com.'),
  choice: (value, field) =>
    field.options?.some((option) => option.value === value)
      ? { ok: true, value }
      : bad(`Choose ${field.label} from the list.`),
  slug: (value, field) =>
    /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value)
      ? { ok: true, value }
      : bad(`Choose ${field.label} from the list.`),
  consent: (value, field) =>
    value === 'yes' || value === 'on' ? { ok: true, value: 'yes' } : bad(field.missing ?? 'Tick the box.'),
  checkbox: (value, field) => RULES.consent(value, field),
  date: (value, field) =>
    isDate(value) ? within(value, value, field) : bad(`Enter ${field.label} as a date like 2026-12-31.`),
  number: checkNumber,
  links: checkLinks,
};

function checkNumber(value: string, field: FormField): FieldResult {
  const { from, step = 1 } = field;
  if (!/^-?\d{1,15}(\.\d{1,15})?$/.test(value)) return bad(`Enter ${field.label} as a number.`);
  // As browsers do: steps begin at the first value. A quotient of decimals is not exact.
  const steps = (Number(value) - Number(from ?? 0)) / step;
  if (Math.abs(steps - Math.round(steps)) > 1e-6)
    return bad(
      step === 1 ? `Enter ${field.label} as a whole number.` : `Enter ${field.label} in steps of ${step}.`,
    );
  return within(value, Number(value), field);
}

/** @returns whether the calendar has the date. */
function isDate(value: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(value) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** @param size of the value, as the bounds have it. */
function within<Size extends string | number>(value: string, size: Size, field: FormField): FieldResult {
  const { from = size, to = size, label } = field;
  if (size >= from && size <= to) return { ok: true, value };
  const bounds = [field.from !== undefined && `from ${from}`, field.to !== undefined && `up to ${to}`];
  return bad(`Enter ${label} ${bounds.filter(Boolean).join(' ')}.`);
}

function checkLinks(value: string): FieldResult {
  const links = value.split(/\s+/).map((link) => (HOST_FIRST.test(link) ? `https://${link}` : link));
  if (links.length > MAX_LINKS) return bad(`Enter at most ${MAX_LINKS} links.`);
  const valid = links.every(
    (link) => link.length <= MAX_LINK && /^https?:\/\/[^\s<>"'\p{Cc}]+$/iu.test(link) && isUrl(link),
  );
  return valid
    ? { ok: true, value: links.join('\n') }
    : bad('Enter links like https://example.com/me, one a line.');
}

function isUrl(link: string): boolean {
  try {
    return new URL(link).href !== '';
  } catch {
    return false;
  }
}

function normalise(raw: string): string {
  // Lone surrogates, which UTF-8 cannot encode.
  return raw
    .replace(/\p{Cs}/gu, '\uFFFD')
    .replace(TOO_MANY_MARKS, '$1')
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .trim();
}

function tooLong(field: FormField): FieldResult {
  return bad(`Shorten ${field.label} to ${field.max.toLocaleString('en')} characters or fewer.`);
}

function bad(message: string): FieldResult {
  return { ok: false, message };
}
