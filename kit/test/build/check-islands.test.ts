import { expect, test } from 'vitest';
import type { App } from '../../src/build/app-paths.ts';
import { checkIslands, deadLines } from '../../src/build/check-islands.ts';
import { temporaryFolder } from '../temporary-folders.ts';

/** @param sources of an app with a page and an island. */
function check(sources: Record<string, string>, interactive = false): void {
  const root = temporaryFolder(sources);
  const config = {
    name: 'docs',
    routes: [{ id: 'docs.home', path: '/docs', page: './src/page.tsx' }],
    islands: { Votes: { component: './src/votes.tsx', interactive } },
  };
  checkIslands({ config, paths: { root } } as unknown as App);
}

const BUTTON = `export const Vote = () => <button onClick={() => {}}>Vote</button>;`;

test('rejects a button in a module that only an island uses, with file and line', () => {
  const island = `import { Vote } from './vote.tsx';\nexport default () => <Vote />;`;
  expect(() => check({ 'src/page.tsx': '', 'src/votes.tsx': island, 'src/vote.tsx': `\n${BUTTON}` })).toThrow(
    'Islands of docs:\nsrc/vote.tsx:2: onClick of <button> is never called',
  );
});

test('accepts handlers and state in an interactive island, and names `interactive: true` for any other', () => {
  const sources = { 'src/page.tsx': '', 'src/votes.tsx': BUTTON };
  expect(() => check(sources, true)).not.toThrow();
  expect(() => check(sources)).toThrow(
    expect.objectContaining({ fix: expect.stringContaining('`interactive: true`') as string }),
  );
});

test('accepts handlers in modules that a page uses', () => {
  const uses = `import { Vote } from './vote';\nexport default () => <Vote />;`;
  const sources = { 'src/page.tsx': `${uses}\n${BUTTON}`, 'src/votes.tsx': uses, 'src/vote.tsx': BUTTON };
  expect(() => check(sources)).not.toThrow();
});

test.each([
  ['useState of React', `import { useState as keep } from 'react';\nkeep(0);`, ['2: useState never changes']],
  ['useState of another module', `import { useState } from './mine.ts';\nuseState(0);`, []],
  ['useMemo and useId', `import { useMemo, useId } from 'react';\nuseMemo(() => useId(), []);`, []],
  ['a link and a form', `<a href="/" onClick={f} />;\n<form action="/" onSubmit={f} />;`, []],
  ['a component', `<Vote onClick={f} />;`, []],
  [
    'two event handlers',
    `<input\n onChange={f}\n onFocus={f} />;`,
    ['2: onChange of <input> is never called', '3: onFocus of <input> is never called'],
  ],
  ['code that does not parse', `<input onChange={`, []],
])('reports the lines of %s that do nothing in an island', (_, source, reported) => {
  expect(deadLines('a.tsx', source).map(({ line, reason }) => `${line}: ${reason}`)).toEqual(reported);
});
