import { expect, test } from 'vitest';
import { describeProblem } from '../../../../src/observing/errors/development/describe-problem.ts';

const sources = {
  read: async (app: string, file: string) =>
    app === 'blog' && file === 'src/list.tsx' ? 'one\ntwo\nthree' : undefined,
};

test('is at the nearest call that is in a source of an app, with the lines around it', async () => {
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

test('is told as it is where no call is in a source', async () => {
  expect(await describeProblem(sources, 'shell', 'boom', [])).toEqual({ app: 'shell', message: 'boom' });
  const at = ['Home (blog@0123456789ab/server/server.cjs:2:5)'];
  expect(await describeProblem(sources, 'blog', 'boom', at)).toEqual({
    app: 'blog',
    message: 'boom',
    stack: at,
  });
});

test('has the lines of a message, nothing that a terminal acts on, and an end', async () => {
  const { message } = await describeProblem(sources, 'blog', `a\n\u001b[2Jb${'c'.repeat(9_000)}`, []);
  expect(message.startsWith('a\n[2Jb')).toBe(true);
  expect(message.length).toBeLessThan(4_001);
});
