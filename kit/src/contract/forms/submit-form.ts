import { checkForm } from './check-form.ts';
import { formVersion, HONEYPOT, isFileField, type FieldErrors, type FormDeclaration } from './form.ts';

/** The result of a submission. `status` 0: no response. */
export type FormAnswer =
  | { ok: true; message: string }
  | { ok: false; status: number; code: string; message: string; fields: FieldErrors };

/** A post: its body is JSON text, or a form with files. */
export interface FormPost {
  action: string;
  headers: Record<string, string>;
  body: string | FormData;
}

export interface SubmitterDeps {
  /** When the visitor got the form, ms since the epoch. */
  openedAt: number;
  /**
   * Posts, without a time limit while bytes are transferred.
   * @param progress called with the sent share of the body, 0 to 1
   * @returns the answer; rejects without an answer
   */
  post: (post: FormPost, progress: (share: number) => void) => Promise<{ status: number; text: string }>;
  /** ms since the epoch. */
  now: () => number;
  /** A fresh unguessable id; 8 to 100 of `A-Za-z0-9_-`. */
  randomId: () => string;
  /**
   * Waits, ms. A person whose browser filled the form in may be faster than the gateway accepts; the post is then
   * delayed.
   */
  wait: (ms: number) => Promise<void>;
  /** All fields are right, and the form is sent now. */
  sending: () => void;
}

/** Timers may end early, and some browsers round their clock to 100 ms. */
const CLOCK_SLACK_MS = 150;

/**
 * Sends one form of a page. It measures how long the form has been open, and reuses the idempotency key for the same
 * content, so that a retry after a lost answer adds no second entry.
 * @returns checks, then sends. Never throws: a failure is an answer
 */
export function createSubmitter(
  declaration: FormDeclaration,
  deps: SubmitterDeps,
): (form: FormData, progress?: (share: number) => void) => Promise<FormAnswer> {
  const { openedAt } = deps;
  let attempt: { key: string; content: string } | undefined;

  return async (form, progress = () => {}) => {
    const checked = checkForm(declaration, readForm(declaration, form));
    if (!checked.ok) return invalid(declaration, checked.errors);
    deps.sending();
    const content = JSON.stringify([checked.values, fileMarks(declaration, form)]);
    if (attempt?.content !== content) attempt = { key: deps.randomId(), content };
    const early = declaration.minElapsedMs - (deps.now() - openedAt);
    if (early > 0) await deps.wait(early + CLOCK_SLACK_MS);
    const envelope = {
      contract: formVersion(declaration),
      idempotencyKey: attempt.key,
      elapsedMs: Math.max(0, Math.round(deps.now() - openedAt)),
      [HONEYPOT]: text(form.get(HONEYPOT)),
    };
    const answer = await deps.post(postOf(declaration, envelope, form), progress).then(readAnswer, noAnswer);
    if (answer.ok) attempt = undefined;
    return answer;
  };
}

/** @returns the raw values of the form's fields. */
export function readForm(
  declaration: FormDeclaration,
  form: FormData,
): Record<string, FormDataEntryValue | undefined> {
  return Object.fromEntries(declaration.fields.map(({ name }) => [name, form.get(name) ?? undefined]));
}

function postOf(
  declaration: FormDeclaration,
  envelope: Record<string, string | number>,
  form: FormData,
): FormPost {
  const hasFile = declaration.fields.some(isFileField);
  return {
    action: declaration.action,
    headers: { accept: 'application/json', ...(hasFile ? {} : { 'content-type': 'application/json' }) },
    body: hasFile
      ? multipart(declaration, envelope, form)
      : JSON.stringify({ ...texts(declaration, form), ...envelope }),
  };
}

function noAnswer(): FormAnswer {
  return failed(
    0,
    'FORM_NO_CONNECTION',
    'No answer came. What you typed is still here: check your connection and send it again.',
  );
}

function multipart(
  declaration: FormDeclaration,
  envelope: Record<string, string | number>,
  form: FormData,
): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(envelope)) body.append(name, String(value));
  // Files last: the server has checked the text by the time they arrive.
  for (const [name, value] of Object.entries(texts(declaration, form))) body.append(name, value);
  for (const field of declaration.fields) {
    const file = form.get(field.name);
    if (isFileField(field) && file instanceof Blob) body.append(field.name, file, file.name);
  }
  return body;
}

function texts(declaration: FormDeclaration, form: FormData): Record<string, string> {
  const fields = declaration.fields.filter((field) => !isFileField(field));
  return Object.fromEntries(fields.map(({ name }) => [name, text(form.get(name))]));
}

function fileMarks(declaration: FormDeclaration, form: FormData): unknown[] {
  const files = declaration.fields.filter(isFileField).map(({ name }) => form.get(name));
  return files.map((file) => (file instanceof File ? [file.name, file.size, file.lastModified] : null));
}

function readAnswer({ status, text: body }: { status: number; text: string }): FormAnswer {
  const { ok, message, code, fields } = parsed(body);
  if (status === 200 && ok === true) return { ok: true, message: text(message) };
  const fallback = 'This could not be sent. What you typed is still here: try again in a moment.';
  return {
    ok: false,
    status,
    code: text(code) || 'FORM_UNAVAILABLE',
    message: text(message) || fallback,
    fields: typeof fields === 'object' && fields !== null ? (fields as FieldErrors) : {},
  };
}

/** The answer may be an HTML page of a proxy. */
function parsed(body: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(body)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function invalid(declaration: FormDeclaration, fields: FieldErrors): FormAnswer {
  return failed(422, 'FORM_INVALID', summaryOf(declaration, Object.keys(fields).length), fields);
}

/** @returns the summary above a form with `count` wrong fields. */
export function summaryOf({ fields }: Pick<FormDeclaration, 'fields'>, count: number): string {
  if (fields.length === 1) return 'This needs another look.';
  return count === 1 ? 'One field needs another look.' : `${count} fields need another look.`;
}

function failed(status: number, code: string, message: string, fields: FieldErrors = {}): FormAnswer {
  return { ok: false, status, code, message, fields };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
