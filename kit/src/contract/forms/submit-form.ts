import { checkForm } from './check-form.ts';
import { contractId, HONEYPOT, type FieldErrors, type FormContract } from './form-contract.ts';

/** The result of a submission. `status` 0: no response. */
export type FormAnswer =
  | { ok: true; message: string }
  | { ok: false; status: number; code: string; message: string; fields: FieldErrors };

export interface SubmitterDeps {
  /** When the visitor got the form, ms since the epoch. */
  openedAt: number;
  fetch: typeof fetch;
  /** ms since the epoch. */
  now: () => number;
  /** A fresh unguessable id; 8 to 100 of `A-Za-z0-9_-`. */
  randomId: () => string;
  /**
   * Waits, ms. A person whose browser filled the form in may be quicker than the gateway believes: the post is then
   * held back for the moment that is missing, and nobody is refused.
   */
  wait: (ms: number) => Promise<void>;
  /** @returns a signal that aborts after so many ms */
  timeLimit: (ms: number) => AbortSignal;
}

/** How long the browser waits for an answer before it says so (ms); a CV on a slow line needs its time. */
const ANSWER_TIMEOUT_MS = 60_000;
/** Timers may end early, and some browsers round their clock to 100 ms. */
const CLOCK_SLACK_MS = 150;

/**
 * Sends one form of a page: it knows how long the form has been open, and keeps the
 * idempotency key while the same content is tried again, so that a retry after a lost answer makes no second entry.
 * @returns checks, then sends. Never throws: a failure is an answer
 */
export function createSubmitter(
  contract: FormContract,
  deps: SubmitterDeps,
): (form: FormData) => Promise<FormAnswer> {
  const { openedAt } = deps;
  let attempt: { key: string; content: string } | undefined;

  return async (form) => {
    const checked = checkForm(contract, readForm(contract, form));
    if (!checked.ok) return invalid(checked.errors);
    const content = JSON.stringify([checked.values, fileMarks(contract, form)]);
    if (attempt?.content !== content) attempt = { key: deps.randomId(), content };
    const early = contract.minElapsedMs - (deps.now() - openedAt);
    if (early > 0) await deps.wait(early + CLOCK_SLACK_MS);
    const envelope = {
      contract: contractId(contract),
      idempotencyKey: attempt.key,
      elapsedMs: Math.max(0, Math.round(deps.now() - openedAt)),
      [HONEYPOT]: text(form.get(HONEYPOT)),
    };
    const answer = await send(deps, contract, envelope, form);
    if (answer.ok) attempt = undefined;
    return answer;
  };
}

/** @returns the raw values of the contract's fields. */
function readForm(contract: FormContract, form: FormData): Record<string, FormDataEntryValue | undefined> {
  return Object.fromEntries(contract.fields.map(({ name }) => [name, form.get(name) ?? undefined]));
}

async function send(
  deps: SubmitterDeps,
  contract: FormContract,
  envelope: Record<string, string | number>,
  form: FormData,
): Promise<FormAnswer> {
  const hasFile = contract.fields.some((field) => field.kind === 'pdf');
  try {
    const response = await deps.fetch(contract.action, {
      method: 'POST',
      headers: { accept: 'application/json', ...(hasFile ? {} : { 'content-type': 'application/json' }) },
      body: hasFile
        ? multipart(contract, envelope, form)
        : JSON.stringify({ ...texts(contract, form), ...envelope }),
      signal: deps.timeLimit(ANSWER_TIMEOUT_MS),
    });
    return readAnswer(response.status, await response.json().catch(() => undefined));
  } catch {
    return failed(
      0,
      'FORM_NO_CONNECTION',
      'No answer came. What you typed is still here: check your connection and send it again.',
    );
  }
}

function multipart(
  contract: FormContract,
  envelope: Record<string, string | number>,
  form: FormData,
): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(envelope)) body.append(name, String(value));
  // Files last: the server has checked the text by the time they arrive.
  for (const [name, value] of Object.entries(texts(contract, form))) body.append(name, value);
  for (const field of contract.fields) {
    const file = form.get(field.name);
    if (field.kind === 'pdf' && file instanceof Blob) body.append(field.name, file, file.name);
  }
  return body;
}

function texts(contract: FormContract, form: FormData): Record<string, string> {
  const fields = contract.fields.filter((field) => field.kind !== 'pdf');
  return Object.fromEntries(fields.map(({ name }) => [name, text(form.get(name))]));
}

function fileMarks(contract: FormContract, form: FormData): unknown[] {
  const files = contract.fields.filter((field) => field.kind === 'pdf').map(({ name }) => form.get(name));
  return files.map((file) => (file instanceof File ? [file.name, file.size, file.lastModified] : null));
}

function readAnswer(status: number, body: unknown): FormAnswer {
  const { ok, message, code, fields } = (typeof body === 'object' && body !== null ? body : {}) as Record<
    string,
    unknown
  >;
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

function invalid(fields: FieldErrors): FormAnswer {
  return failed(422, 'FORM_INVALID', summaryOf(fields), fields);
}

/** @returns the summary above a form with wrong fields. */
export function summaryOf(fields: FieldErrors): string {
  const count = Object.keys(fields).length;
  return count === 1 ? 'One field needs another look.' : `${count} fields need another look.`;
}

function failed(status: number, code: string, message: string, fields: FieldErrors = {}): FormAnswer {
  return { ok: false, status, code, message, fields };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
