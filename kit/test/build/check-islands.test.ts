import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { App } from '../../src/build/app-paths.ts';
import { checkIslands, deadLines } from '../../src/build/check-islands.ts';

/** @param sources of an app with a page and an island. */
function check(sources: Record<string, string>, interactive = false): void {
  const root = mkdtempSync(path.join(tmpdir(), 'check-islands-'));
  for (const [file, text] of Object.entries(sources)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  const config = {
    name: 'docs',
    routes: [{ id: 'docs.home', path: '/docs', page: './src/page.tsx' }],
    islands: { Votes: { component: './src/votes.tsx', interactive } },
  };
  checkIslands({ config, paths: { root } } as unknown as App);
}

const BUTTON = `export const Vote = () => <button onClick={() => {}}>Vote</button>;`;

test('a button in a module that only an island uses is refused, by file and line', () => {
  const island = `import { Vote } from './vote.tsx';\nexport default () => <Vote />;`;
  expect(() => check({ 'src/page.tsx': '', 'src/votes.tsx': island, 'src/vote.tsx': `\n${BUTTON}` })).toThrow(
    'Islands of docs:\nsrc/vote.tsx:2: onClick of <button> is never called',
  );
});

test('an interactive island has handlers and state; the message for any other names the remedy', () => {
  const sources = { 'src/page.tsx': '', 'src/votes.tsx': BUTTON };
  expect(() => check(sources, true)).not.toThrow();
  expect(() => check(sources)).toThrow(
    expect.objectContaining({ fix: expect.stringContaining('`interactive: true`') as string }),
  );
});

test('what a page uses, too, passes, as does what a page has alone', () => {
  const uses = `import { Vote } from './vote';\nexport default () => <Vote />;`;
  const sources = { 'src/page.tsx': `${uses}\n${BUTTON}`, 'src/votes.tsx': uses, 'src/vote.tsx': BUTTON };
  expect(() => check(sources)).not.toThrow();
});

test.each([
  ['a state', `import { useState as keep } from 'react';\nkeep(0);`, ['2: useState never changes']],
  ['a state of elsewhere', `import { useState } from './mine.ts';\nuseState(0);`, []],
  ['what only remembers', `import { useMemo, useId } from 'react';\nuseMemo(() => useId(), []);`, []],
  ['a link and a form', `<a href="/" onClick={f} />;\n<form action="/" onSubmit={f} />;`, []],
  ['a component', `<Vote onClick={f} />;`, []],
  [
    'two handlers',
    `<input\n onChange={f}\n onFocus={f} />;`,
    ['2: onChange of <input> is never called', '3: onFocus of <input> is never called'],
  ],
  ['what does not parse', `<input onChange={`, []],
])('in %s', (_, source, told) => {
  expect(deadLines('a.tsx', source).map(({ line, reason }) => `${line}: ${reason}`)).toEqual(told);
});
