import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../scripts/apps.ts';
import { namesMachine } from './names-machine.ts';

it.each([
  ['a file of the checkout', `at ${path.join(root, 'kit/src/cli/mfe.ts')}`, '/people/ada', true],
  ['a file of the user', '"/people/ada/.npmrc"', '/people/ada', true],
  ['a file of the folder', '/tmp/machine/kit', '/people/ada', true],
  ['a path of neither', `import '/assets/docs/page.js'`, '/people/ada', false],
  ['a path, when the home folder is the root', `import '/assets/docs/page.js'`, '/', false],
  ['a path, when the home folder is unknown', `import '/assets/docs/page.js'`, '', false],
])('namesMachine recognises whether a text names this machine: %s', (_, text, home, expected) => {
  expect(namesMachine(text, '/tmp/machine', home)).toBe(expected);
});
