/** The size of `rem`, which is one for all apps of a document. */
import type { Window } from 'happy-dom';

/** Values that leave `rem` as it is (kit/src/build/scope-styles.ts). */
const SAME_REM = /^(?:100%|1rem|16px|medium|initial|inherit|unset|revert|revert-layer|)$/i;
const FONT = /^font(?:-?size)?$/i;
const ROOT = /^(?:html|:root)$/i;
const FRAMES = 10;

/**
 * Notes that a page changes `rem`: by the `style` of `<html>`, at the line that does it, and by a stylesheet that it
 * makes while it renders.
 * @param document has been written
 * @returns looks at the stylesheets that are there then
 */
export function watchRootFont(
  { document }: Window,
  note: (message: string, stack?: string) => void,
): () => void {
  const root = document.documentElement;
  const { style } = root;
  const look = (name: unknown, value: unknown): void => {
    if (typeof name === 'string' && FONT.test(name) && !SAME_REM.test(String(value).trim()))
      note(
        `it sets ${name} of <html> to ${String(value).slice(0, 40)}, which changes rem for the whole site`,
        stackHere(),
      );
  };
  const watched = new Proxy(style, {
    set(target, name, value) {
      look(name, value);
      return Reflect.set(target, name, value, target);
    },
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...values: unknown[]): unknown => {
        if (name === 'setProperty') look(values[0], values[1]);
        return (value as (...given: unknown[]) => unknown).apply(target, values);
      };
    },
  });
  Object.defineProperty(root, 'style', {
    configurable: true,
    get: () => watched,
    set(text: string) {
      style.cssText = text;
    },
  });
  return () => {
    for (const { sheet } of document.querySelectorAll(
      'style:not([data-href])',
    ) as unknown as Iterable<HTMLStyleElement>)
      for (const rule of sheet?.cssRules ?? []) lookAtRule(rule);
  };

  function lookAtRule({ selectorText, style: declared }: Partial<CSSStyleRule>): void {
    if (selectorText?.split(',').some((selector) => ROOT.test(selector.trim())))
      look('font-size', declared?.fontSize ?? '');
  }
}

function stackHere(): string {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = FRAMES;
  const { stack = '' } = new Error('set here');
  Error.stackTraceLimit = stackTraceLimit;
  return stack;
}
