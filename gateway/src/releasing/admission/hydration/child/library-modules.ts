/**
 * Loader hooks for the DOM library, imported before it. The library has six hundred modules with relative specifiers;
 * resolving each with Node's algorithm doubles the loading time. So does Node's HTTP module, which the library
 * imports and which must not be used here.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const LIBRARY = '/node_modules/happy-dom/lib/';
/** Modules of Node that the library imports, replaced by empty ones. */
const LEFT_OUT = new Set(['http', 'https']);
const EMPTY = 'data:text/javascript,export default {};';

const found = (url: string) => ({ url, format: 'module', shortCircuit: true });

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context;
    if (!parentURL.includes(LIBRARY)) return next(specifier, context);
    if (specifier.startsWith('./') || specifier.startsWith('../'))
      return found(new URL(specifier, parentURL).href);
    return LEFT_OUT.has(specifier) ? found(EMPTY) : next(specifier, context);
  },
  load(url, context, next) {
    if (!url.includes(LIBRARY)) return next(url, context);
    return { format: 'module', source: readFileSync(new URL(url)), shortCircuit: true };
  },
});
