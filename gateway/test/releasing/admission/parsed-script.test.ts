import { expect, test } from 'vitest';
import { parseScript } from '../../../src/releasing/admission/parsed-script.ts';

test('every import with a literal specifier is found', () => {
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
    needs: [],
  });
});

test.each([
  ['too many modules', Array.from({ length: 1_001 }, (_, at) => `import './${at}.js';`).join('\n'), /1000/],
  ['a name that is too long', `import './${'x'.repeat(2_001)}.js'`, /2000 characters/],
])('a script that imports %s is refused', (_, script, reason) => {
  expect(parseScript(script)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
});
