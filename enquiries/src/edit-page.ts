import { errorSlotId, type FieldErrors } from '@voltframe/kit/contract/forms/form';
import { escapeHtml } from '@voltframe/kit/contract/page/escape-html';
import {
  defaultTreeAdapter,
  type DefaultTreeAdapterTypes as Tree,
  html as names,
  parse,
  parseFragment,
  serialize,
} from 'parse5';
import { type Notice, noticeSection, type NoticeSite } from './plain-notice.ts';

type Document = Tree.Document;
type Element = Tree.Element;

export interface FormState {
  /** The typed values by field name; none for files. */
  values: Record<string, string>;
  errors: FieldErrors;
  /** Shown in the summary above the form. */
  message: string;
}

/**
 * Puts the state of a refused post back into the document of the form's page, for visitors without JavaScript
 * (docs/forms.md, "Markup"): values into fields, errors beside them, a summary that links to them, focus on the first.
 * @param html the page's document as it is served.
 * @param form name of the form: its `data-form`.
 * @returns the document without scripts, or undefined when it has no such form.
 */
export function fillForm(html: string, form: string, state: FormState): string | undefined {
  const document = parsePage(html);
  const root = find(
    document,
    (element) => element.tagName === 'form' && attribute(element, 'data-form') === form,
  );
  if (!root) return undefined;
  fillFields(root, state.values);
  showErrors(root, form, state.errors);
  showSummary(root, form, state);
  return finished(document, (title) => `Error: ${title}`);
}

/**
 * @param html the document of some page of the site, for its frame and its looks.
 * @returns it with the notice in place of its main part; undefined when it has none.
 */
export function noticePage(html: string, notice: Notice, site: NoticeSite): string | undefined {
  const document = parsePage(html);
  const main = find(document, (element) => element.tagName === 'main');
  if (!main) return undefined;
  main.childNodes = parseFragment(noticeSection(notice)).childNodes;
  // The document is of another page, so no link of the navigation is current.
  for (const element of elements(document)) {
    setAttribute(element, 'aria-current', undefined);
    setAttribute(element, 'data-active', undefined);
  }
  return finished(document, () => `${notice.title} ${site.separator} ${site.name}`);
}

function fillFields(root: Element, values: Record<string, string>): void {
  for (const element of elements(root)) {
    const value = values[attribute(element, 'name') ?? ''];
    if (value !== undefined) fillField(element, value);
  }
}

function fillField(element: Element, value: string): void {
  // A parser drops one line break at the start of a textarea, so one is added.
  if (element.tagName === 'textarea') setText(element, `\n${value}`);
  if (element.tagName === 'select')
    for (const option of elements(element))
      if (option.tagName === 'option') mark(option, 'selected', attribute(option, 'value') === value);
  if (element.tagName !== 'input') return;
  const type = (attribute(element, 'type') ?? 'text').toLowerCase();
  if (type === 'checkbox' || type === 'radio')
    mark(element, 'checked', (attribute(element, 'value') ?? 'on') === value);
  else if (!['file', 'hidden', 'submit', 'button', 'password'].includes(type))
    setAttribute(element, 'value', value);
}

function showErrors(root: Element, form: string, errors: FieldErrors): void {
  for (const element of elements(root)) {
    const slot = errors[attribute(element, 'data-error-for') ?? ''];
    if (slot !== undefined) {
      setText(element, slot);
      mark(element, 'hidden', false);
    }
    const name = attribute(element, 'name') ?? '';
    if (isControl(element) && Object.hasOwn(errors, name)) {
      setAttribute(element, 'aria-invalid', 'true');
      setAttribute(element, 'aria-describedby', errorSlotId({ name: form }, name));
    }
  }
  const [first] = Object.keys(errors);
  const target = find(root, (element) => isControl(element) && attribute(element, 'name') === first);
  if (target) mark(target, 'autofocus', true);
}

function isControl(element: Element): boolean {
  const visible = ['input', 'select', 'textarea'].includes(element.tagName);
  return visible && attribute(element, 'type') !== 'hidden';
}

function showSummary(root: Element, form: string, { errors, message }: FormState): void {
  const summary = find(root, (element) => attribute(element, 'data-form-summary') !== undefined);
  if (!summary) return;
  const items = Object.entries(errors).map(
    ([name, text]) => `<li><a href="${escapeHtml(`#${form}-${name}`)}">${escapeHtml(text)}</a></li>`,
  );
  const list = items.length > 0 ? `<ul>${items.join('')}</ul>` : '';
  summary.childNodes = parseFragment(`<p>${escapeHtml(message)}</p>${list}`).childNodes;
  mark(summary, 'hidden', false);
  if (items.length === 0) mark(summary, 'autofocus', true);
}

/** Most elements of one document. Misnested formatting elements are cloned for every element that they overlap. */
const MOST_ELEMENTS = 50_000;

/** @throws when the document has more than {@link MOST_ELEMENTS}. */
function parsePage(text: string): Document {
  let made = 0;
  const createElement: typeof defaultTreeAdapter.createElement = (...given) => {
    if (++made > MOST_ELEMENTS) throw new Error(`it has more than ${MOST_ELEMENTS} elements`);
    return defaultTreeAdapter.createElement(...given);
  };
  return parse(text, { treeAdapter: { ...defaultTreeAdapter, createElement } });
}

/**
 * Sets the title, and removes what is of the page's own address: scripts, canonical link, alternates, description,
 * robots, Open Graph. At an address without a client route (`/api/contact`) hydration would replace the document by an
 * error screen. Pages work without scripts.
 * @returns the document as text.
 */
function finished(document: Document, retitle: (title: string) => string): string {
  const title = find(
    document,
    ({ tagName, namespaceURI }) => tagName === 'title' && namespaceURI === names.NS.HTML,
  );
  if (title)
    setText(title, retitle(title.childNodes.map((node) => ('value' in node ? node.value : '')).join('')));
  for (const element of [...elements(document)].filter((one) => isOfAddress(one))) {
    const parent = element.parentNode;
    if (parent) parent.childNodes = parent.childNodes.filter((node) => node !== element);
  }
  return serialize(document);
}

function isOfAddress(element: Element): boolean {
  if (element.tagName === 'script') return true;
  if (element.tagName === 'link') {
    const rel = attribute(element, 'rel') ?? '';
    const isScript = rel === 'preload' && attribute(element, 'as') === 'script';
    return isScript || ['modulepreload', 'canonical', 'alternate'].includes(rel);
  }
  if (element.tagName !== 'meta') return false;
  const name = attribute(element, 'name') ?? '';
  return attribute(element, 'property') !== undefined || /^(robots|description|twitter:.*)$/.test(name);
}

/** @returns every element below `root`, in document order. */
function* elements(root: Tree.ParentNode): Generator<Element> {
  for (const node of root.childNodes) {
    if (!('tagName' in node)) continue;
    yield node;
    yield* elements(node);
  }
}

function find(root: Tree.ParentNode, is: (element: Element) => boolean): Element | undefined {
  for (const element of elements(root)) if (is(element)) return element;
  return undefined;
}

function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((candidate) => candidate.name === name)?.value;
}

/** @param value undefined removes the attribute. */
function setAttribute(element: Element, name: string, value: string | undefined): void {
  element.attrs = element.attrs.filter((candidate) => candidate.name !== name);
  if (value !== undefined) element.attrs.push({ name, value });
}

/** Sets or removes an attribute without a value. */
function mark(element: Element, name: string, isSet: boolean): void {
  setAttribute(element, name, isSet ? '' : undefined);
}

/** Replaces an element's content by text. */
function setText(element: Element, value: string): void {
  element.childNodes = [{ nodeName: '#text', value, parentNode: element }];
}
