import { expect, test } from 'vitest';
import { parseScript, resolveImport } from '../../../src/releasing/admission/script-imports.ts';

test('every import with a literal specifier is found, wherever it is', () => {
  const script = `
    import a from './a.js';
    import './b.js';
    export { c } from './c.js';
    export * from './d.js';
    export const later = () => [import('./e.js'), import('./a.js'), import(\`./\${name}.js\`)];
    // import './comment.js'
    export const text = "import './text.js'";`;
  expect(parseScript(script)).toEqual({
    ok: true,
    imports: ['./a.js', './b.js', './c.js', './d.js', './e.js'],
  });
});

test('what is no module is said to be none, with the place', () => {
  expect(parseScript('}{')).toEqual({ ok: false, reason: expect.stringMatching(/\(1:0\)/) });
});

test.each([
  ['./b.js', '/assets/docs/b.0123456789.js'],
  ['../docs/b.js', '/assets/docs/b.0123456789.js'],
  ['/assets/docs/b.js', '/assets/docs/b.0123456789.js'],
  ['./c.js', '/assets/docs/c.js'],
  ['react', undefined],
  ['//elsewhere.example/a.js', undefined],
  ['https://elsewhere.example/a.js', undefined],
])('a script of /assets/docs that imports %s asks for %s', (specifier, url) => {
  const imports = { '/assets/docs/b.js': '/assets/docs/b.0123456789.js' };
  expect(resolveImport(specifier, '/assets/docs/a.js', imports)).toBe(url);
});

test.each([
  [
    'more modules than any script',
    Array.from({ length: 1_001 }, (_, at) => `import './${at}.js';`).join('\n'),
    /1000/,
  ],
  ['by an endless name', `import './${'x'.repeat(2_001)}.js'`, /2000 characters/],
])('one that imports %s is refused', (_, script, reason) => {
  expect(parseScript(script)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
});
