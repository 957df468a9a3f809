import { expect, test } from 'vitest';
import { contentSecurityPolicy } from '../../../src/serving/responses/csp.ts';

const directives = (hashes: string[]): Record<string, string> =>
  Object.fromEntries(
    contentSecurityPolicy(hashes)
      .split('; ')
      .map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources.join(' ')];
      }),
  );

test('nothing is allowed but the site’s own files, and drawings in data: addresses', () => {
  expect(directives([])).toEqual({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
  });
});

test('an inline script runs by its hash, and by nothing else', () => {
  expect(directives(['abc=', 'def='])['script-src']).toBe("'self' 'sha256-abc=' 'sha256-def='");
});

test('what a page loads from elsewhere stands beside its own, and opens nothing else', () => {
  const foreign = { 'img-src': ['https://a.example'], 'frame-src': ['https://b.example'] };
  const changed = contentSecurityPolicy([], foreign).split('; ');
  const plain = contentSecurityPolicy([]).split('; ');
  expect(changed.filter((directive) => !plain.includes(directive))).toEqual([
    "img-src 'self' data: https://a.example",
    'frame-src https://b.example',
  ]);
  expect(plain.filter((directive) => !changed.includes(directive))).toEqual(["img-src 'self' data:"]);
});
