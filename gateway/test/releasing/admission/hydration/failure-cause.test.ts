import { expect, test } from 'vitest';
import { failureCause } from '../../../../src/releasing/admission/hydration/failure-cause.ts';

const differs = (where: string, server: string, browser: string) => ({ where, server, browser });

test.each([
  ['policy', "it requests https://b.example/a, which its policy refuses: img-src 'self'"],
  ['fixed', "it requests https://b.example/a, which its policy refuses for every app: font-src 'self'"],
])('the cause is %s for a request: %s', (cause, message) => {
  expect(failureCause(message, undefined, true)).toBe(cause);
});

test.each([
  ['error', 'boom', undefined],
  ['difference', 'Minified React error #418', differs('main > p', '“12:00”', '“13:00”')],
  ['difference', 'Minified React error #418', differs('main', 'nothing', '<div>Wide')],
  ['nesting', 'Minified React error #418', differs('main > p', 'nothing', '<div>Inside')],
  ['nesting', 'Minified React error #418', differs('main > p > b', 'nothing', '<ul>Inside')],
  ['nesting', 'Minified React error #418', differs('main > table', '<tbody>A', '<tr>A')],
  ['nesting', 'Minified React error #418', differs('main > a', 'nothing', '<a>Inside')],
  ['suspense', 'Minified React error #418', differs('main', '<template>', '<p>Loaded')],
  ['head', 'Minified React error #418', differs('main', '<title>A', '<h1>A')],
  ['json', `Unexpected token 'N', "Not found" is not valid JSON`, undefined],
  ['json', 'Unexpected end of JSON input', undefined],
  ['evaluation', 'Evaluating a string as JavaScript violates the following …', undefined],
  ['inline', 'it adds a <script> that contains its code', undefined],
  ['symbol', '<use> draws https://b.example/i.svg#a, a file that is not of the site', undefined],
  ['rem', 'it sets font-size of <html> to 10px, which changes rem for the whole site', undefined],
  ['feature', 'document.startViewTransition is not a function', undefined],
  ['feature', 'EyeDropper is not defined', undefined],
  ['error', 'props.onChange is not a function', undefined],
])('the cause is %s for: %s', (cause, message, difference) => {
  expect(failureCause(message, difference)).toBe(cause);
});
