/**
 * How the DOM library is loaded, imported before it. It is six hundred modules that name each other by their places: to
 * look for each as for those of any package takes as long again. So does Node's own HTTP, which it brings along, and
 * which nobody may use here.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const LIBRARY = '/node_modules/happy-dom/lib/';
/** Modules of Node that the library names, and gets empty. */
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
