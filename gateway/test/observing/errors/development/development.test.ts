import { expect, test } from 'vitest';
import {
  createDevelopment,
  describeProblem,
} from '../../../../src/observing/errors/development/development.ts';

const DIGEST = 'a'.repeat(64);
const settled = () => new Promise((resolve) => setImmediate(resolve));

function open() {
  const reported: string[] = [];
  const development = createDevelopment({
    token: 't',
    editor: { open: async () => {} },
    sources: {
      find: async () => undefined,
      read: async (_, file) => (file === 'src/list.tsx' ? 'one\ntwo' : undefined),
    },
    positions: async () => ({ find: async (line) => `src/list.tsx:${line}` }),
    isLive: () => false,
    tell: (text) => void reported.push(text),
  });
  const events: unknown[] = [];
  development.onProblems(() => events.push(development.problems()));
  return { development, reported, events };
}
const failure = { app: 'blog', digest: DIGEST, call: 'fragment', message: 'boom', ran: [], isListed: true };
const listed = {
  app: 'blog',
  message: 'boom',
  place: { file: 'src/list.tsx', line: 2 },
  frame: '  1 | one\n> 2 | two',
};

test('reports an error of a release with the lines of its source, until the next release is live', async () => {
  const { development, events, reported } = open();
  development.offered('blog', JSON.stringify({ digest: DIGEST }, null, 1));
  development.thrown(failure, async () => ['loader (blog src/list.tsx:2)']);
  await settled();
  const problem = { ...listed, stack: ['loader (blog src/list.tsx:2)'] };
  expect(events).toEqual([[problem]]);
  expect(reported).toEqual([expect.stringContaining('blog src/list.tsx:2: boom')]);
  development.offered('blog', JSON.stringify({ digest: 'b'.repeat(64) }, null, 1));
  development.decided(['blog'], []);
  expect(events.at(-1)).toEqual([]);
});

test('answers an error of a page with its place, and reports it once with the error of the server', async () => {
  const { development, reported } = open();
  const stack = 'at List (http://localhost/assets/blog/list.0123456789.js:2:1)';
  expect(await development.seen({ message: 'boom', stack })).toEqual({
    ...listed,
    stack: ['List (blog src/list.tsx:2)'],
  });
  development.thrown(failure, async () => ['loader (blog src/list.tsx:2)']);
  await settled();
  expect(reported).toHaveLength(1);
});

const sources = {
  read: async (app: string, file: string) =>
    app === 'blog' && file === 'src/list.tsx' ? 'one\ntwo\nthree' : undefined,
};

test('places a problem at the nearest call in a source of an app, with the lines around it', async () => {
  const at = [
    'renderToString (shell react-dom/server.js:9)',
    'Link (blog @voltframe/kit/src/react/link.tsx:4)',
    'List (blog src/list.tsx:2)',
    'blog src/list.tsx:3',
  ];
  expect(await describeProblem(sources, 'shell', 'boom', at)).toEqual({
    app: 'blog',
    message: 'boom',
    place: { file: 'src/list.tsx', line: 2 },
    frame: '  1 | one\n> 2 | two\n  3 | three',
    stack: at.slice(1),
  });
});

test('reports a problem without a place when no call is in a source', async () => {
  expect(await describeProblem(sources, 'shell', 'boom', [])).toEqual({ app: 'shell', message: 'boom' });
  const at = ['Home (blog@0123456789ab/server/server.cjs:2:5)'];
  expect(await describeProblem(sources, 'blog', 'boom', at)).toEqual({
    app: 'blog',
    message: 'boom',
    stack: at,
  });
});

test('preserves the line breaks of a message, removes terminal escapes and limits its length', async () => {
  const { message } = await describeProblem(sources, 'blog', `a\n\u001b[2Jb${'c'.repeat(9_000)}`, []);
  expect(message.startsWith('a\n[2Jb')).toBe(true);
  expect(message.length).toBeLessThan(4_001);
});
