/** The Content-Security-Policy of a document, as browsers apply it to the code of its page. */
import type { Window } from 'happy-dom';

/** Most frames of the stack of a stylesheet: a library makes it deep below its own functions. */
const FRAMES = 30;

/** @param note called with a stylesheet that the policy refuses, and the stack of the code that made it. */
type Note = (message: string, stack: string | undefined) => void;

/**
 * Applies the policy for stylesheets: a `<style>` of a page that does not declare them has no `sheet`. Scripts of other
 * sites, which no request fetches here, stay pending: code that waits for one must not find its globals missing.
 * @param policy text of the header; empty allows all
 * @returns a function that notes the refused stylesheets that are in the document then
 */
export function applyPolicy(window: Window, policy: string, note: Note): () => void {
  keepPending(window);
  const isAllowed = policy === '' || directiveOf(policy, 'style-src').includes("'unsafe-inline'");
  if (isAllowed) return () => {};
  const { document } = window;
  const { HTMLStyleElement } = window as unknown as typeof globalThis;
  const stacks = new WeakMap<object, string>();
  const create = document.createElement.bind(document) as (name: string, options?: object) => Element;
  const createElement = (name: string, options?: object): Element => {
    const element = create(name, options);
    if (element.localName === 'style') stacks.set(element, stackHere());
    return element;
  };
  Object.assign(document, { createElement });
  refusing.add(document);
  hideSheets(HTMLStyleElement.prototype);
  return () => {
    for (const style of document.querySelectorAll('style') as unknown as Iterable<HTMLStyleElement>) {
      if (isOfPlatform(style)) continue;
      const named = [...style.attributes].find((attribute) => attribute.name.startsWith('data-'));
      note(named ? `<style ${named.name}>` : '<style>', stacks.get(style));
      return;
    }
  };
}

const FOREIGN = /^(?:https?:)?\/\//;

function keepPending({ document }: Window): void {
  const create = document.createElement.bind(document) as (name: string, options?: object) => Element;
  const createElement = (name: string, options?: object): Element => {
    const element = create(name, options);
    if (element.localName !== 'script') return element;
    const dispatch = element.dispatchEvent.bind(element);
    const dispatchEvent = (event: Event): boolean =>
      FOREIGN.test(element.getAttribute('src') ?? '') && /^(?:load|error)$/.test(event.type)
        ? true
        : dispatch(event);
    return Object.assign(element, { dispatchEvent });
  };
  Object.assign(document, { createElement });
}

/** Documents that refuse stylesheets. */
const refusing = new WeakSet<object>();
const changed = new WeakSet<object>();

/** @param prototype of all windows of the process. */
function hideSheets(prototype: HTMLStyleElement): void {
  if (changed.has(prototype)) return;
  changed.add(prototype);
  const { get } = Object.getOwnPropertyDescriptor(prototype, 'sheet')!;
  Object.defineProperty(prototype, 'sheet', {
    configurable: true,
    get(this: HTMLStyleElement): unknown {
      return refusing.has(this.ownerDocument) && !isOfPlatform(this) ? null : get!.call(this);
    },
  });
}

/** The gateway's own, whose hash the policy has. React gives its stylesheets a precedence. */
function isOfPlatform(style: Element): boolean {
  return style.hasAttribute('data-href') && !style.hasAttribute('data-precedence');
}

/** @returns the sources of a directive. */
function directiveOf(policy: string, name: string): string[] {
  const found = policy.split(';').map((directive) => directive.trim().split(/\s+/));
  return found.find(([key]) => key === name)?.slice(1) ?? [];
}

function stackHere(): string {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = FRAMES;
  const { stack = '' } = new Error('made here');
  Error.stackTraceLimit = stackTraceLimit;
  return stack;
}
