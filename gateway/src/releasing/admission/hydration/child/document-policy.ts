/** The Content-Security-Policy of a document, as browsers apply it to the code of its page. */
import type { Window } from 'happy-dom';
import { FOREIGN_DIRECTIVES, isOfSource } from '@voltframe/kit/contract/routing/foreign-sources';
import { FOR_EVERY_APP, FOREIGN_SYMBOL, INLINE_SCRIPT } from '../failure-cause.ts';
import { keepStyles } from './kept-styles.ts';
import { loadedFiles } from './loaded-files.ts';
import { inWindow } from './page-modules.ts';

/** Most frames of the stack of a stylesheet: a library makes it deep below its own functions. */
const FRAMES = 30;

/**
 * @param kind `styles`: a stylesheet; `policy`: a request.
 * @param message what the policy refuses.
 * @param stack of the code that makes it.
 */
type Note = (kind: 'styles' | 'policy', message: string, stack: string | undefined) => void;

export interface DocumentPolicy {
  /**
   * Notes a request that the policy refuses.
   * @param directive `connect-src`.
   * @param address as code gives it.
   * @param stack of the code that makes the request; absent for the caller.
   * @returns whether the policy refuses it
   */
  refuses(directive: string, address: string, stack?: string): boolean;
  /** Notes what the policy refuses of the files and stylesheets that are in the document now. */
  checkDocument(): void;
}

/**
 * Applies the policy of a document. A `<style>` of a page that does not declare them has no `sheet`; a string is not
 * evaluated; requests to other origins fail. Scripts of other sites, which no request fetches here, stay pending: code
 * that waits for one must not find its globals missing.
 * @param policy text of the header; empty allows all
 */
export function applyPolicy(window: Window, policy: string, note: Note): DocumentPolicy {
  keepPending(window);
  keepStyles(window);
  if (policy === '') return { refuses: () => false, checkDocument() {} };
  const scripts = directiveOf(policy, 'script-src');
  const refusesWebAssembly = !scripts.includes(WEB_ASSEMBLY);
  const refuses = (directive: string, address: string, stack?: string): boolean => {
    const does = directive === 'form-action' ? 'sends a form to' : 'requests';
    const requested = `it ${does} ${address.slice(0, LONGEST_ADDRESS)}`;
    // The answer never comes here, so the code that compiles it never runs.
    if (refusesWebAssembly && directive === 'connect-src' && WEB_ASSEMBLY_FILE.test(address))
      note(
        'policy',
        `${requested}, but its policy refuses WebAssembly: script-src ${scripts.join(' ')}`,
        stack ?? stackHere(),
      );
    if (directive === 'prefetch') {
      // Browsers allow it where any directive does (CSP3, "Does resource hint request violate policy?").
      if (loadedSources(policy).some((sources) => isAllowed(sources, address, window.location.href)))
        return false;
      note(
        'policy',
        `${requested} ahead of time, which no directive of its policy allows`,
        stack ?? stackHere(),
      );
      return true;
    }
    const fallbacks = FALLBACKS[directive] ?? ['default-src'];
    const stated = [directive, ...fallbacks].find((name) => directiveOf(policy, name).length > 0);
    if (stated === undefined) return false;
    const sources = directiveOf(policy, stated);
    if (isAllowed(sources, address, window.location.href)) return false;
    // Fonts, stylesheets, objects and manifests: `csp` of mfe.config.ts has no such directive.
    const whom = (FOREIGN_DIRECTIVES as readonly string[]).includes(directive) ? ': ' : FOR_EVERY_APP;
    const refusal = `${requested}, which its policy refuses${whom}${stated} ${sources.join(' ')}`;
    note('policy', refusal, stack ?? stackHere());
    return true;
  };
  refuseStrings(window, scripts);
  if (refusesWebAssembly)
    refuseWebAssembly(window, scripts, (message) => note('policy', message, stackHere()));
  refusePictures(window, refuses);
  const checkStyles = refuseStyles(window, policy, note);
  return {
    refuses,
    checkDocument() {
      checkStyles();
      // The first one is enough for a finding.
      for (const { element, directive, address } of loadedFiles(window.document as unknown as Document))
        if (directive === 'use') {
          if (isAllowed(["'self'"], address, window.location.href)) continue;
          const symbol = `<use> draws ${address.slice(0, LONGEST_ADDRESS)}${FOREIGN_SYMBOL}`;
          return note('policy', symbol, makers.get(element));
        } else if (refuses(directive, address, makers.get(element))) return;
      for (const script of window.document.querySelectorAll(
        'script:not([src])',
      ) as unknown as Iterable<Element>) {
        // A script of the document itself has a hash in the policy, and one of `innerHTML` never runs.
        const isRun = makers.has(script) && SCRIPT_TYPE.test(script.getAttribute('type') ?? '');
        if (isRun && script.textContent)
          return note('policy', `it adds a <script>${INLINE_SCRIPT}`, makers.get(script));
      }
    },
  };
}

const LONGEST_ADDRESS = 200;
/** Directive → the ones that apply where the policy does not state it; `default-src` for all others. */
const FALLBACKS: Record<string, string[]> = {
  'form-action': [],
  'worker-src': ['script-src', 'default-src'],
};
/** Types of `<script>` that are not data. */
const SCRIPT_TYPE =
  /^(?:|module|importmap|speculationrules|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i;
const WEB_ASSEMBLY = "'wasm-unsafe-eval'";
const WEB_ASSEMBLY_FILE = /^[^?#]*\.wasm(?:[?#]|$)/;
/**
 * @param sources of a directive.
 * @param page address of the document
 */
function isAllowed(sources: readonly string[], address: string, page: string): boolean {
  const own = new URL(page);
  if (!URL.canParse(address, page)) return true; // no request is made
  const url = new URL(address, page);
  const { protocol, host } = url;
  if (protocol === 'about:' || protocol === 'javascript:') return true;
  return sources.some((source) => {
    if (source === "'self'") return host === own.host && /^(?:https?|wss?):$/.test(protocol);
    return source.endsWith(':') ? source === protocol : isOfSource(url, source);
  });
}

/** `eval` and the constructors of functions throw what Chromium throws. */
function refuseStrings(window: Window, sources: readonly string[]): void {
  if (sources.includes("'unsafe-eval'")) return;
  const text = `Evaluating a string as JavaScript violates the following Content Security Policy directive because 'unsafe-eval' is not an allowed source of script: script-src ${sources.join(' ')}`;
  const refuse = inWindow<(message: string) => void>(
    window,
    `(message) => {
      const refuse = () => { throw new EvalError(message); };
      for (const make of [function () {}, async function () {}, function* () {}, async function* () {}]) {
        const prototype = Object.getPrototypeOf(make);
        const constructor = new Proxy(prototype.constructor, { apply: refuse, construct: refuse });
        Object.defineProperty(prototype, 'constructor', { value: constructor, configurable: true, writable: true });
      }
      globalThis.Function = Function.prototype.constructor;
      globalThis.eval = (value) => (typeof value === 'string' ? refuse() : value);
    }`,
  );
  refuse(text);
}

/** Compilation of WebAssembly fails as in Chromium. */
function refuseWebAssembly(
  window: Window,
  sources: readonly string[],
  refused: (text: string) => void,
): void {
  const text = `it compiles WebAssembly, which its policy refuses: script-src ${sources.join(' ')}`;
  const refuse = inWindow<(note: () => void) => void>(
    window,
    `(note) => {
      const fail = () => {
        note();
        return new WebAssembly.CompileError("'wasm-unsafe-eval' is not an allowed source of script");
      };
      for (const name of ['compile', 'compileStreaming', 'instantiate', 'instantiateStreaming'])
        WebAssembly[name] = () => Promise.reject(fail());
      WebAssembly.Module = new Proxy(WebAssembly.Module, { construct() { throw fail(); } });
    }`,
  );
  refuse(() => refused(text));
}

/** A picture that no document has: `new Image().src = …`. */
function refusePictures(window: Window, refuses: DocumentPolicy['refuses']): void {
  const { document } = window;
  const { Event } = window as unknown as typeof globalThis;
  const Image = function (width?: number, height?: number): unknown {
    const picture = document.createElement('img') as unknown as HTMLImageElement;
    if (width !== undefined) picture.width = width;
    if (height !== undefined) picture.height = height;
    Object.defineProperty(picture, 'src', {
      configurable: true,
      get: () => picture.getAttribute('src') ?? '',
      set(value: unknown) {
        picture.setAttribute('src', String(value));
        if (refuses('img-src', String(value)))
          queueMicrotask(() => picture.dispatchEvent(new Event('error')));
      },
    });
    return picture;
  };
  Object.defineProperty(window, 'Image', { value: Image, configurable: true, writable: true });
}

/** @returns a function that notes the refused stylesheets that are in the document then */
function refuseStyles(window: Window, policy: string, note: Note): () => void {
  if (directiveOf(policy, 'style-src').includes("'unsafe-inline'")) return () => {};
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
      note('styles', named ? `<style ${named.name}>` : '<style>', stacks.get(style));
      return;
    }
    // The policy says nothing of these, and browsers limit only those of declared pages to their app.
    if (document.adoptedStyleSheets.length > 0) note('styles', 'document.adoptedStyleSheets', undefined);
  };
}

const FOREIGN = /^(?:https?:)?\/\//;

/** Script, link or style → the stack of the code that made it. */
const makers = new WeakMap<object, string>();

function keepPending({ document }: Window): void {
  const create = document.createElement.bind(document) as (name: string, options?: object) => Element;
  const createElement = (name: string, options?: object): Element => {
    const element = create(name, options);
    if (/^(?:script|link|style)$/.test(element.localName)) makers.set(element, stackHere());
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
  return (
    directivesOf(policy)
      .find(([key]) => key === name)
      ?.slice(1) ?? []
  );
}

/** @returns the sources of each directive on files. */
function loadedSources(policy: string): string[][] {
  return directivesOf(policy).flatMap(([name = '', ...sources]) => (name.endsWith('-src') ? [sources] : []));
}

/** @returns the name and the sources of each directive. */
function directivesOf(policy: string): string[][] {
  return policy.split(';').map((directive) => directive.trim().split(/\s+/));
}

function stackHere(): string {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = FRAMES;
  const { stack = '' } = new Error('made here');
  Error.stackTraceLimit = stackTraceLimit;
  return stack;
}
