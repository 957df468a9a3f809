import {
  formVersion,
  type FormDeclaration,
  type FieldErrors,
  errorSlotId,
  isFileField,
} from '../../contract/forms/form.ts';
import { checkForm } from '../../contract/forms/check-form.ts';
import {
  createSubmitter,
  type FormAnswer,
  readForm,
  type SubmitterDeps,
  summaryOf,
} from '../../contract/forms/submit-form.ts';
import { randomId, tabStorage, type TabStorage } from '../refusable.ts';

export type MountedForm = ReturnType<typeof mountForm>;

/**
 * Checks a form before it is sent, submits it by script and keeps typed text over a reload. It is in the later parts of
 * the shell, because hydration does not need it.
 * @param openedAt time at which the form was shown, ms since the epoch
 */
export function mountForm(declaration: FormDeclaration, form: HTMLFormElement, openedAt: number) {
  // From here on these checks replace those of the browser.
  form.noValidate = true;
  const stopChecking = checkWhileTyped(declaration, form);
  const draft = keepDraft(declaration, form, tabStorage);
  const submit = createSubmitter(declaration, {
    openedAt,
    post: postForm,
    now: Date.now,
    randomId,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    sending: () => showErrors(declaration, form, '', {}),
  });
  return {
    /**
     * Checks the form and shows its errors.
     * @param sent the entries of the form
     * @returns whether it has errors
     */
    refuse(sent: FormData): boolean {
      const checked = checkForm(declaration, readForm(declaration, sent));
      if (checked.ok) return false;
      const count = Object.keys(checked.errors).length;
      showErrors(declaration, form, summaryOf(declaration, count), checked.errors);
      return true;
    },
    /** Checks the form, then sends it. Never throws: it returns errors as answers. */
    submit,
    /** Shows errors beside the fields, and removes the draft after a success. */
    show(answer: FormAnswer): void {
      if (answer.ok) draft.clear();
      else showErrors(declaration, form, answer.message, answer.fields);
    },
    /** Whether the form has input that was not sent. */
    dirty: draft.dirty,
    /** Removes the listeners and keeps the draft. */
    end(): void {
      draft.stop();
      stopChecking();
    },
  };
}

/**
 * Checks a field with an error at each change, so that the error disappears when the field is corrected. A chosen file
 * and a text that is too long are checked at once. `maxlength` is removed, because browsers cut a longer text silently.
 * @returns removes the listeners
 */
function checkWhileTyped(declaration: FormDeclaration, form: HTMLFormElement): () => void {
  for (const control of form.querySelectorAll('[maxlength]')) control.removeAttribute('maxlength');
  const check = ({ target }: Event): void => {
    const { name, value } = target as HTMLInputElement;
    const field = declaration.fields.find((one) => one.name === name);
    if (!field) return;
    const wrong = form.querySelectorAll('[aria-invalid="true"]');
    const isFile = isFileField(field);
    if (![...wrong].includes(target as Element) && !(isFile ? value !== '' : value.length > field.max))
      return;
    const checked = checkForm(declaration, readForm(declaration, new FormData(form)));
    const error = checked.ok ? '' : (checked.errors[name] ?? '');
    showError(declaration, form, name, error);
    const summary = form.querySelector('[data-form-summary]:not([hidden])');
    if (wrong.length === 0 || !summary) return;
    const left = form.querySelectorAll('[aria-invalid="true"]').length;
    write(summary, left > 0 ? summaryOf(declaration, left) : '');
  };
  form.addEventListener('input', check);
  form.addEventListener('change', check);
  return () => {
    form.removeEventListener('input', check);
    form.removeEventListener('change', check);
  };
}

/**
 * Writes errors beside their fields and the summary above the form, and focuses the first field with an error. It
 * writes into the DOM, because without JavaScript the gateway fills the same slots.
 * @param message the summary; '' clears it
 */
export function showErrors(
  declaration: FormDeclaration,
  form: HTMLFormElement,
  message: string,
  errors: FieldErrors,
): void {
  for (const { name } of declaration.fields) showError(declaration, form, name, errors[name] ?? '');
  const summary = form.querySelector<HTMLElement>('[data-form-summary]');
  write(summary, message);
  if (message) (form.querySelector<HTMLElement>('[aria-invalid="true"]') ?? summary)?.focus();
}

/** @param error '' removes it */
function showError(declaration: FormDeclaration, form: HTMLFormElement, name: string, error: string): void {
  write(form.querySelector(`#${errorSlotId(declaration, name)}`), error);
  const control = form.querySelector(`#${declaration.name}-${name}`);
  if (error) control?.setAttribute('aria-invalid', 'true');
  else control?.removeAttribute('aria-invalid');
}

function write(slot: Element | null, text: string): void {
  if (!slot) return;
  slot.textContent = text;
  slot.toggleAttribute('hidden', text === '');
}

/**
 * Time without progress (ms) after which the request is aborted. Each sent part of the body restarts it: a CV of some
 * megabytes takes minutes on a slow connection.
 */
const SILENCE_MS = 60_000;
/**
 * Slowest supported connection (bytes a millisecond) after the browser has sent the body: a proxy near the visitor may
 * have received the body at once and still be forwarding it.
 */
const SLOWEST_LINE = 25;

/** Posts a form with XMLHttpRequest, because `fetch` reports no upload progress. */
export const postForm: SubmitterDeps['post'] = ({ action, headers, body }, progress) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let silence: ReturnType<typeof setTimeout>;
    const heard = (left = 0): void => {
      clearTimeout(silence);
      silence = setTimeout(() => request.abort(), SILENCE_MS + left / SLOWEST_LINE);
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      heard(loaded < total ? 0 : total);
      if (total > 0) progress(loaded / total);
    });
    request.addEventListener('progress', () => heard());
    request.addEventListener('loadend', () => {
      clearTimeout(silence);
      // The status is 0 for a failed or aborted request.
      if (request.status > 0) resolve({ status: request.status, text: request.responseText });
      else reject(new Error(`no answer of ${action}`));
    });
    request.open('POST', action);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(body);
    heard();
  });

/**
 * The kinds of fields that a draft stores: typed text and choices. Consent is given again, and files cannot be stored.
 */
const KEPT_KINDS = new Set(['line', 'text', 'email', 'choice', 'links', 'date', 'number']);

/**
 * Puts the draft of a form back into its fields and keeps it up to date. Only fields that are still empty are filled:
 * text typed before the page was interactive wins.
 * @param storage of the tab: it ends with the tab and is read by no other page.
 */
export function keepDraft(declaration: FormDeclaration, form: HTMLFormElement, storage: TabStorage) {
  // One form is on many pages, each for another role: a draft belongs to its page.
  const subjects = declaration.fields
    .filter(({ kind }) => kind === 'slug')
    .map(({ name }) => valueOf(form, name));
  const key = ['draft', formVersion(declaration), ...subjects].join(':');
  const names = declaration.fields.filter((field) => KEPT_KINDS.has(field.kind)).map((field) => field.name);
  const read = () => Object.fromEntries(names.map((name) => [name, valueOf(form, name)]));
  // The values of the HTML, not the current ones: text may be older than this script.
  const pristine = JSON.stringify(Object.fromEntries(names.map((name) => [name, initialOf(form, name)])));
  restore(form, names, readDraft(storage, key));

  const save = () => storage.setItem(key, JSON.stringify(read()));
  form.addEventListener('input', save);
  form.addEventListener('change', save);
  if (JSON.stringify(read()) !== pristine) save();
  return {
    /** Whether something was typed that has not been sent. */
    dirty: (): boolean => JSON.stringify(read()) !== pristine,
    /** Deletes the draft after a success. */
    clear(): void {
      storage.removeItem(key);
      form.reset();
    },
    /** Stops listening; the draft stays. */
    stop(): void {
      form.removeEventListener('input', save);
      form.removeEventListener('change', save);
    },
  };
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | RadioNodeList;

function controlOf(form: HTMLFormElement, name: string): Control | null {
  return form.elements.namedItem(name) as Control | null;
}

function valueOf(form: HTMLFormElement, name: string): string {
  return controlOf(form, name)?.value ?? '';
}

function initialOf(form: HTMLFormElement, name: string): string {
  const field = controlOf(form, name);
  if (!field || !('tagName' in field)) return '';
  if (field.tagName !== 'SELECT') return (field as HTMLInputElement | HTMLTextAreaElement).defaultValue;
  const { options } = field as HTMLSelectElement;
  return ([...options].find((option) => option.defaultSelected) ?? options[0])?.value ?? '';
}

function restore(form: HTMLFormElement, names: readonly string[], draft: Record<string, unknown>): void {
  for (const name of names) {
    const field = controlOf(form, name);
    const value = draft[name];
    if (field && field.value === '' && typeof value === 'string' && value !== '') field.value = value;
  }
}

function readDraft(storage: TabStorage, key: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(storage.getItem(key) ?? '{}')) as Record<string, unknown>;
  } catch {
    return {};
  }
}
