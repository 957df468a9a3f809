import { expect, test } from 'vitest';
import { mapStack } from '../../../../src/observing/errors/failures/mapped-stack.ts';

const DOCS = 'docs@0123456789ab';
const positionsOf = async (release: string, file: string) =>
  release === DOCS && file === 'server/server.cjs'
    ? {
        find: (line: number, column: number) =>
          line < 1000 ? `src/home.tsx:${line * 10 + column}` : undefined,
      }
    : undefined;

test('each frame that has a source is told by it, with the name of the function', async () => {
  const stack = `Error: at first
    at Home (${DOCS}/server/server.cjs:1:2)
    at async ${DOCS}/server/server.cjs:3:4
    at render (shell@0123456789ab/server/server.cjs:5:6)
    at Late (${DOCS}/server/server.cjs:1000:1)
    at handle (file:///data/render-child.mjs:53:32)
    at process.emit (node:events:514:20)
    at <anonymous>`;
  expect(await mapStack(stack, positionsOf)).toEqual([
    'Home (docs src/home.tsx:12)',
    'docs src/home.tsx:34',
    'render (shell@0123456789ab/server/server.cjs:5:6)',
    `Late (${DOCS}/server/server.cjs:1000:1)`,
    '<anonymous>',
  ]);
});

test('others have their turn before each frame that is looked up', async () => {
  const events: string[] = [];
  const found = async (_: string, file: string) =>
    file === 'none.js' ? undefined : { find: (line: number) => void events.push(`line ${line}`) };
  const stack = [1, 2, 3].map((line) => `at ${DOCS}/${line === 2 ? 'none' : 'docs'}.js:${line}:1`).join('\n');
  await mapStack(stack, found, async () => events.push('pause'));
  expect(events).toEqual(['pause', 'line 1', 'pause', 'line 3']);
});

test.each([
  ['is endless', 'at a'.repeat(1_000_000)],
  ['has frames without end', '\nat b'.repeat(1_000_000)],
  ['has escapes', `at \u001b[2J (${DOCS}/server/server.cjs:1:2)\u0007`],
  ['is made to take long', `at ${`${DOCS}/`.repeat(400)}`],
  ['has a position without end', `at a (${DOCS}/server/server.cjs:${'1'.repeat(300)}:1)`],
])('a stack that %s is cut, and breaks nothing', async (_, stack) => {
  const frames = await mapStack(stack, positionsOf);
  expect(frames.length).toBeLessThanOrEqual(12);
  for (const frame of frames) expect(frame).toMatch(/^[^\p{Cc}]{0,300}$/u);
});
