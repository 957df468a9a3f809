import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../scripts/apps.ts';
import { namesMachine } from './names-machine.ts';

it.each([
  ['a file of the checkout', `at ${path.join(root, 'kit/src/cli/mfe.ts')}`, '/people/ada', true],
  ['a file of the user', '"/people/ada/.npmrc"', '/people/ada', true],
  ['a file of the folder', '/tmp/machine/kit', '/people/ada', true],
  ['nothing of them', `import '/assets/docs/page.js'`, '/people/ada', false],
  ['a path, where the user has no home', `import '/assets/docs/page.js'`, '/', false],
  ['a path, where the home is not known', `import '/assets/docs/page.js'`, '', false],
])('a text tells of the machine or not: %s', (_, text, home, tells) => {
  expect(namesMachine(text, '/tmp/machine', home)).toBe(tells);
});
