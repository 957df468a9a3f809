import { errorSlotId, type FieldErrors } from '@voltframe/kit/contract/forms/form-contract';
import {
  attribute,
  elements,
  find,
  make,
  parsePage,
  removeScripts,
  retitle,
  serialize,
  setAttribute,
  setChildren,
  setText,
  type Element,
} from './page-html.ts';

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
  removeScripts(document);
  retitle(document, (title) => `Error: ${title}`);
  return serialize(document);
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
  if (element.tagName === 'select') choose(element, value);
  if (element.tagName === 'input') fillInput(element, value);
}

function fillInput(element: Element, value: string): void {
  const type = (attribute(element, 'type') ?? 'text').toLowerCase();
  if (type === 'checkbox' || type === 'radio') {
    const chosen = (attribute(element, 'value') ?? 'on') === value;
    setAttribute(element, 'checked', chosen ? '' : undefined);
  } else if (!['file', 'hidden', 'submit', 'button', 'password'].includes(type)) {
    setAttribute(element, 'value', value);
  }
}

function choose(select: Element, value: string): void {
  for (const option of elements(select)) {
    if (option.tagName === 'option') {
      setAttribute(option, 'selected', attribute(option, 'value') === value ? '' : undefined);
    }
  }
}

function showErrors(root: Element, form: string, errors: FieldErrors): void {
  for (const element of elements(root)) {
    const slot = errors[attribute(element, 'data-error-for') ?? ''];
    if (slot !== undefined) {
      setText(element, slot);
      setAttribute(element, 'hidden', undefined);
    }
    if (isControl(element) && Object.hasOwn(errors, attribute(element, 'name') ?? '')) {
      setAttribute(element, 'aria-invalid', 'true');
      setAttribute(
        element,
        'aria-describedby',
        errorSlotId({ name: form }, attribute(element, 'name') ?? ''),
      );
    }
  }
  const first = Object.keys(errors)[0];
  const target = find(root, (element) => isControl(element) && attribute(element, 'name') === first);
  if (target) setAttribute(target, 'autofocus', '');
}

function isControl(element: Element): boolean {
  const visible = ['input', 'select', 'textarea'].includes(element.tagName);
  return visible && attribute(element, 'type') !== 'hidden';
}

function showSummary(root: Element, form: string, { errors, message }: FormState): void {
  const summary = find(root, (element) => attribute(element, 'data-form-summary') !== undefined);
  if (!summary) return;
  const items = Object.entries(errors).map(([name, text]) =>
    make('li', {}, [make('a', { href: `#${form}-${name}` }, [text])]),
  );
  setChildren(summary, [make('p', {}, [message]), ...(items.length > 0 ? [make('ul', {}, items)] : [])]);
  setAttribute(summary, 'hidden', undefined);
  if (items.length === 0) setAttribute(summary, 'autofocus', '');
}
