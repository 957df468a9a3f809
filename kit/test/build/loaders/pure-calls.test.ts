import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';

const require = createRequire(import.meta.url);
const pureCalls = require('../../../src/build/loaders/pure-calls.cjs') as (source: string) => string;

it('marks calls at the top level as pure, and no others', () => {
  const source = [
    'const Context = React$1.createContext(null);',
    'const Rows = React.memo(Row);',
    '  const inner = React.memo(Row);',
    'const now = React.useContext(Context);',
    'const text = "const x = React.memo(";',
  ];
  expect(pureCalls(source.join('\n')).split('\n')).toEqual([
    'const Context = /* @__PURE__ */ React$1.createContext(null);',
    'const Rows = /* @__PURE__ */ React.memo(Row);',
    ...source.slice(2),
  ]);
});

it('marks the call of react-router that would keep its matcher in the bundle', () => {
  const folder = path.dirname(require.resolve('react-router/package.json'));
  const components = readFileSync(path.join(folder, 'dist/production/lib/components.js'), 'utf8');
  expect(pureCalls(components)).toMatch(/= \/\* @__PURE__ \*\/ React\$1\.memo\(DataRoutes\)/);
});
