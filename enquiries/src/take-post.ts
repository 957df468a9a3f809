import { createHmac, randomUUID } from 'node:crypto';
import { fileTypeOf } from '@voltframe/kit/contract/file-types';
import { checkForm, wrongFile } from '@voltframe/kit/contract/forms/check-form';
import {
  formVersion,
  HONEYPOT,
  type FieldErrors,
  type FormDeclaration,
  type FormField,
  type FormValues,
  isFileField,
} from '@voltframe/kit/contract/forms/form';
import { summaryOf } from '@voltframe/kit/contract/forms/submit-form';
import { DAY_MS, MINUTE_MS } from '@voltframe/kit/contract/units';
import { isPlatformError, type PlatformError } from '@voltframe/kit/errors/define-errors';
import { formErrors } from '@voltframe/kit/errors/form-errors';
import type { Enquiries } from './enquiries.ts';
import type { Claim } from './enquiry-store.ts';
import type { FormPost } from './form-post.ts';
import type { EnquiryRow } from './migrations.ts';
import type { TakenForm } from './ports.ts';
import type { ReceivedFile } from './uploads.ts';

export type PostOutcome =
  | { ok: true; message: string; form: FormDeclaration; values: FormValues }
  | { ok: false; error: PlatformError; fields: FieldErrors; message: string };

export interface TakePostDeps {
  enquiries: Enquiries;
  /** Versions of this form that are taken, the current one first. */
  versions: readonly TakenForm[];
  /** Whether a page of the site exists; called only for forms that are on one page for each thing. */
  isPage: (path: string) => Promise<boolean>;
}

/** The same content without a key is the same entry for this time (ms): a second press of the button, a reload. */
const CONTENT_WINDOW_MS = 10 * MINUTE_MS;
/** A key identifies one entry for this time (ms): longer than any page retries. */
const KEY_WINDOW_MS = DAY_MS;

/**
 * Decides on one post and stores it. Answers `ok` only after the commit is durable.
 * @returns the outcome for the visitor; expected refusals are outcomes, not exceptions.
 * @throws the error of the database or the disk: nothing was stored then.
 */
export async function takePost(deps: TakePostDeps, post: FormPost): Promise<PostOutcome> {
  try {
    const declaration = versionOf(deps.versions, post.fields['contract']);
    const key = keyOf(post);
    const { values, fields } = await check(deps, declaration, post);
    if (!values) {
      const message = summaryOf(declaration, Object.keys(fields).length);
      return { ...refused(formErrors.INVALID()), fields, message };
    }
    assertUnhurried(declaration, post);
    const current = currentOf(deps.versions, declaration);
    const renamed = current === declaration ? values : rename(current, values);
    await store(deps.enquiries, current, renamed, post, key);
    return { ok: true, message: current.thanks, form: current, values: renamed };
  } catch (error) {
    if (!isFormError(error)) throw error;
    return refused(error);
  }
}

const OF_FORMS = new Set(Object.values(formErrors).map(({ code }) => code));

/** @returns whether an error is for the visitor who sent a form. The texts of all others are for operators. */
export function isFormError(error: unknown): error is PlatformError {
  return isPlatformError(error) && OF_FORMS.has(error.code);
}

/** @returns the outcome of a post that is refused for no field of it. */
export function refused(error: PlatformError): PostOutcome & { ok: false } {
  return { ok: false, error, fields: {}, message: error.message };
}

function versionOf(versions: readonly TakenForm[], given: unknown): TakenForm {
  const unsaid = given === undefined || given === '';
  const declaration = unsaid ? versions[0] : versions.find((version) => formVersion(version) === given);
  if (!declaration) throw formErrors.CONTRACT_UNKNOWN();
  return declaration;
}

function keyOf({ fields }: FormPost): string | undefined {
  const key = fields['idempotencyKey'];
  if (key === undefined || key === '') return undefined;
  if (typeof key !== 'string' || !/^[\w-]{8,100}$/.test(key)) throw formErrors.UNREADABLE();
  return key;
}

function assertUnhurried(declaration: FormDeclaration, { scripted, fields }: FormPost): void {
  // A plain form post has no time: pages are cached, so they do not contain the time at which they were opened.
  if (!scripted) return;
  const elapsed = fields['elapsedMs'];
  // JSON may contain any value: multipart sends text, scripts send a number.
  const elapsedMs = typeof elapsed === 'number' || typeof elapsed === 'string' ? Number(elapsed) : 0;
  if (!(elapsedMs >= declaration.minElapsedMs)) throw formErrors.TOO_FAST();
}

/** An entry is stored under the newest version; after a rollback, pages of the newer version use theirs. */
function currentOf([current]: readonly TakenForm[], posted: TakenForm): TakenForm {
  return current && current.name === posted.name && current.version > posted.version ? current : posted;
}

/** The values of an earlier version under the current names. No value is left out. */
function rename(current: FormDeclaration, values: FormValues): FormValues {
  const today = (old: string) => current.fields.find(({ formerly }) => formerly?.includes(old))?.name ?? old;
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [today(name), value]));
}

async function check(
  { isPage }: TakePostDeps,
  declaration: FormDeclaration,
  post: FormPost,
): Promise<{ values?: FormValues; fields: FieldErrors }> {
  // A file field counts only with a file: a text of its name is no file.
  const files = declaration.fields
    .filter(isFileField)
    .map((field) => ({ field, name: field.name, file: post.files[field.name] }));
  const sizes = files.map(({ name, file }) => [name, file && { name: file.name, size: sizeOf(file) }]);
  const checked = checkForm(declaration, { ...post.fields, ...Object.fromEntries(sizes) });
  const wrong = files.flatMap(({ field, name, file }) =>
    file && !isDeclared(field, file) && !file.tooLarge ? [[name, wrongFile(field)]] : [],
  );
  const errors: FieldErrors = {
    ...Object.fromEntries(wrong),
    ...(checked.ok ? await checkPage(declaration, checked.values, isPage) : checked.errors),
  };
  // In the order of the page.
  const names = declaration.fields.map(({ name }) => name).filter((name) => Object.hasOwn(errors, name));
  const fields = Object.fromEntries(names.map((name) => [name, errors[name] ?? '']));
  return checked.ok && names.length === 0 ? { values: checked.values, fields } : { fields };
}

function isDeclared({ types }: FormField, { isPdf, name, head }: ReceivedFile): boolean {
  return types ? fileTypeOf(types, name, head) !== undefined : isPdf;
}

function sizeOf({ bytes, tooLarge }: FormPost['files'][string]): number {
  return tooLarge ? Number.MAX_SAFE_INTEGER : bytes;
}

/** The subject of a form may have been removed while it was open: its page is then gone. */
async function checkPage(
  declaration: FormDeclaration,
  values: FormValues,
  isPage: TakePostDeps['isPage'],
): Promise<FieldErrors> {
  const naming = declaration.fields.filter(({ parameter }) => parameter !== undefined);
  const path = formPage(declaration, values);
  if (naming.length === 0 || (path !== undefined && (await isPage(path)))) return {};
  return Object.fromEntries(naming.map(({ name, gone }) => [name, gone ?? 'This is no longer there.']));
}

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/**
 * @param values the posted values, checked or not.
 * @returns path of the page that a post is about: `/careers/engineer`. Undefined when the form is on any page, or when
 *   a value that names the page is none.
 */
export function formPage(form: FormDeclaration, values: Record<string, unknown>): string | undefined {
  const segments = form.page?.split('/').map((segment) => {
    const field = form.fields.find(({ parameter }) => segment === `:${parameter}`);
    return field ? slugOf(values[field.name], field.max) : segment;
  });
  return segments?.includes(undefined) ? undefined : segments?.join('/');
}

function slugOf(value: unknown, max: number): string | undefined {
  return typeof value === 'string' && value.length <= max && SLUG.test(value) ? value : undefined;
}

async function store(
  enquiries: Enquiries,
  current: TakenForm,
  values: FormValues,
  post: FormPost,
  key: string | undefined,
): Promise<void> {
  const { now } = enquiries.ports;
  const suspicious = (post.fields[HONEYPOT] ?? '') !== '';
  if (current.kind === 'subscription') {
    if (!suspicious) await enquiries.subscribers.ask(values['email'] ?? '', randomUUID(), now());
    return;
  }
  const [field, file] = Object.entries(post.files)[0] ?? [];
  const { [field ?? '']: _, ...text } = values;
  const entry = toEntry(now(), current, text, file, suspicious);
  const claim = claimOf(enquiries.secret, entry, key);
  if (file) await enquiries.uploads.keep(file.name);
  const outcome = await enquiries.entries.keep(entry, claim, enquiries.channels);
  if (outcome === 'repeat' && file) await enquiries.uploads.remove([file.name]);
}

function toEntry(
  now: number,
  declaration: TakenForm,
  values: FormValues,
  file: ReceivedFile | undefined,
  suspicious: boolean,
): EnquiryRow {
  return {
    id: randomUUID(),
    form: declaration.name,
    version: declaration.version,
    email: values['email'] ?? '',
    data: JSON.stringify(values),
    // Visitors do not see the honeypot, but their browser may fill it in. Such an entry is held until the owner
    // releases it.
    state: suspicious ? 'held' : 'kept',
    created_at: now,
    file_name: file?.name ?? null,
    file_bytes: file?.bytes ?? null,
    file_sha256: file?.sha256 ?? null,
    app: declaration.app ?? null,
  };
}

function claimOf(secret: string, entry: EnquiryRow, key: string | undefined): Claim {
  const content = JSON.stringify([entry.form, entry.data, entry.file_sha256]);
  // A key with other content is another entry: a duplicate is better than a lost entry.
  const [text, windowMs] = key
    ? [`key:${key}:${content}`, KEY_WINDOW_MS]
    : [`content:${content}`, CONTENT_WINDOW_MS];
  return { hash: createHmac('sha256', secret).update(text).digest('hex'), windowMs };
}
