/**
 * Styles that the DOM library drops, because it does not know their values, as `image-set()` of `background`. They are
 * kept, so that the files that they load are found.
 */
import { styleAddresses } from '@voltframe/kit/packaging/style-addresses';
import type { Window } from 'happy-dom';

/** Start of the names of the custom properties of an element that keep addresses. */
const KEPT = '--voltframe-kept-';

/** Prototypes that are changed: some belong to one window, some to all of the process. */
const changed = new WeakSet<object>();

/** Stylesheet → the texts of the rules that code has inserted. */
const rules = new WeakMap<object, string[]>();

/** @returns the texts of the rules that code has inserted into a stylesheet. */
export function insertedRules(sheet: object | null): readonly string[] {
  return (sheet && rules.get(sheet)) ?? [];
}

/** Keeps the addresses of dropped values of elements in custom properties, and the texts of inserted rules. */
export function keepStyles({ CSSStyleDeclaration, CSSStyleSheet }: Window): void {
  const values = CSSStyleDeclaration.prototype as unknown as CSSStyleDeclaration;
  const sheets = CSSStyleSheet.prototype as unknown as CSSStyleSheet;
  if (!changed.has(values)) keepValues(values);
  if (!changed.has(sheets)) keepRules(sheets);
  changed.add(values).add(sheets);
}

function keepRules(prototype: CSSStyleSheet): void {
  const { insertRule } = prototype;
  prototype.insertRule = function (rule: unknown, index) {
    const text = String(rule);
    const known = rules.get(this);
    if (known) known.push(text);
    else rules.set(this, [text]);
    return insertRule.call(this, text, index);
  };
}

function keepValues(prototype: CSSStyleDeclaration): void {
  const { setProperty, removeProperty } = prototype;
  const cssText = Object.getOwnPropertyDescriptor(prototype, 'cssText')!;
  const keep = (style: CSSStyleDeclaration, name: string, text: string, known: string): void => {
    const dropped = styleAddresses(text).filter((address) => !known.includes(address));
    const addresses = dropped.map((address) => `url("${address}")`).join(' ');
    // Another change would be seen by observers of the page.
    if (addresses !== style.getPropertyValue(KEPT + name)) setProperty.call(style, KEPT + name, addresses);
  };
  prototype.setProperty = function (name, value, priority) {
    setProperty.call(this, name, value, priority);
    keep(this, name, String(value), this.getPropertyValue(name));
  };
  prototype.removeProperty = function (name) {
    if (this.getPropertyValue(KEPT + name) !== '') removeProperty.call(this, KEPT + name);
    return removeProperty.call(this, name);
  };
  Object.defineProperty(prototype, 'cssText', {
    ...cssText,
    set(this: CSSStyleDeclaration, text: unknown) {
      cssText.set!.call(this, text);
      keep(this, 'text', String(text), this.cssText);
    },
  });
}
