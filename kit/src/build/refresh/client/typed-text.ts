/** The state of a document that is reloaded: typed text, ticked boxes, and the scroll position. */
interface Kept {
  /** Address of the document. */
  href: string;
  scroll: [number, number];
  fields: KeptField[];
}

interface KeptField {
  /** The field: its kind and name, and its index among those. */
  key: string;
  value: string;
  checked?: boolean;
  focused: boolean;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
export type TypedWindow = Pick<
  Window & typeof globalThis,
  'document' | 'location' | 'sessionStorage' | 'scrollX' | 'scrollY' | 'scrollTo' | 'Event'
>;

const NAME = 'voltframe-typed';
/** Fields without typed text, or whose value must not be restored. */
const LEFT_OUT = new Set([
  'hidden',
  'file',
  'password',
  'submit',
  'button',
  'reset',
  'image',
  'select-multiple',
]);
const MOST_CHARACTERS = 500_000;

/** Stores the typed text for the next document of this tab. */
export function keepTyped(window: TypedWindow): void {
  const { document, location, sessionStorage, scrollX, scrollY } = window;
  const fields = fieldsOf(document).flatMap(([key, field]): KeptField[] => {
    const focused = document.activeElement === field;
    // A field whose value is React's says of any text that it came with it.
    if (!isChanged(field) && field.value === '' && !focused) return [];
    return [{ key, value: field.value, ...('checked' in field && { checked: field.checked }), focused }];
  });
  const kept: Kept = { href: location.href, scroll: [scrollX, scrollY], fields };
  const text = JSON.stringify(kept);
  try {
    if (text.length <= MOST_CHARACTERS) sessionStorage.setItem(NAME, text);
  } catch {
    // The storage is full or blocked: the text is lost.
  }
}

/** Restores the stored state once, with input events, so that components receive it. */
export function restoreTyped(window: TypedWindow): void {
  const { document, location, sessionStorage } = window;
  const text = sessionStorage.getItem(NAME);
  if (text === null) return;
  sessionStorage.removeItem(NAME);
  const kept = JSON.parse(text) as Kept;
  if (kept.href !== location.href) return;
  const fields = new Map(fieldsOf(document));
  for (const { key, value, checked, focused } of kept.fields) {
    const field = fields.get(key);
    if (!field) continue;
    // Later typed text takes precedence.
    if (!isChanged(field)) fill(window, field, value, checked);
    if (focused) field.focus({ preventScroll: true });
  }
  window.scrollTo(...kept.scroll);
}

function fill({ Event }: TypedWindow, field: Field, value: string, checked: boolean | undefined): void {
  if (isBox(field)) {
    if (field.checked !== checked) field.click();
    return;
  }
  if (field.value === value) return;
  // React watches the property of the element itself.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!;
  set!.call(field, value);
  for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));
}

function fieldsOf(document: Document): [string, Field][] {
  const counts = new Map<string, number>();
  const fields = [...document.querySelectorAll<Field>('input, textarea, select')];
  return fields.flatMap((field): [string, Field][] => {
    if (LEFT_OUT.has(field.type)) return [];
    const kind = `${field.type} ${field.form?.getAttribute('action') ?? ''} ${field.name || field.id}`;
    const count = counts.get(kind) ?? 0;
    counts.set(kind, count + 1);
    return [[`${kind} ${count}`, field]];
  });
}

function isBox(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio';
}

function isChanged(field: Field): boolean {
  if (isBox(field)) return field.checked !== field.defaultChecked;
  if ('defaultValue' in field) return field.value !== field.defaultValue;
  const first = [...field.options].findLastIndex((option) => option.defaultSelected);
  return field.selectedIndex !== Math.max(first, 0);
}
