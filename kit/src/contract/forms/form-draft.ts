import { contractId, type FormContract } from './form-contract.ts';

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * The kinds of fields that a draft stores: typed text and choices. Consent is given again, and files cannot be stored.
 */
const KEPT_KINDS = new Set(['line', 'text', 'email', 'choice', 'links']);

/**
 * Puts the draft of a form back into its fields and keeps it up to date. Only fields that are still empty are filled:
 * text typed before the page was interactive wins.
 * @param storage of the tab: it ends with the tab and is read by no other page. A refusing storage is tolerated.
 */
export function keepDraft(contract: FormContract, form: HTMLFormElement, storage: DraftStorage) {
  // One form is on many pages, each for another role: a draft belongs to its page.
  const subjects = contract.fields
    .filter(({ kind }) => kind === 'slug')
    .map(({ name }) => valueOf(form, name));
  const key = ['draft', contractId(contract), ...subjects].join(':');
  const names = contract.fields.filter((field) => KEPT_KINDS.has(field.kind)).map((field) => field.name);
  const read = () => Object.fromEntries(names.map((name) => [name, valueOf(form, name)]));
  // The values of the HTML, not the current ones: text may be older than this script.
  const pristine = JSON.stringify(Object.fromEntries(names.map((name) => [name, initialOf(form, name)])));
  restore(form, names, readDraft(storage, key));

  const save = () => attempt(() => storage.setItem(key, JSON.stringify(read())));
  form.addEventListener('input', save);
  form.addEventListener('change', save);
  if (JSON.stringify(read()) !== pristine) save();
  return {
    /** Whether something was typed that has not been sent. */
    dirty: (): boolean => JSON.stringify(read()) !== pristine,
    /** Deletes the draft after a success. */
    clear(): void {
      attempt(() => storage.removeItem(key));
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

function control(form: HTMLFormElement, name: string): Control | null {
  return form.elements.namedItem(name) as Control | null;
}

function valueOf(form: HTMLFormElement, name: string): string {
  return control(form, name)?.value ?? '';
}

function initialOf(form: HTMLFormElement, name: string): string {
  const field = control(form, name);
  if (!field || !('tagName' in field)) return '';
  if (field.tagName !== 'SELECT') return (field as HTMLInputElement | HTMLTextAreaElement).defaultValue;
  const { options } = field as HTMLSelectElement;
  return ([...options].find((option) => option.defaultSelected) ?? options[0])?.value ?? '';
}

function restore(form: HTMLFormElement, names: readonly string[], draft: Record<string, unknown>): void {
  for (const name of names) {
    const field = control(form, name);
    const value = draft[name];
    if (field && field.value === '' && typeof value === 'string' && value !== '') field.value = value;
  }
}

function readDraft(storage: DraftStorage, key: string): Record<string, unknown> {
  const parsed: unknown = attempt(() => JSON.parse(storage.getItem(key) ?? '{}'));
  return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
}

/** Storage throws when it is full or blocked (private windows, settings). The form works without a draft. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
