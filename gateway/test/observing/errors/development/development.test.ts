import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Release } from '@voltframe/kit/contract/release/release';
import { expect, test } from 'vitest';
import {
  describeProblem,
  openDevelopment,
} from '../../../../src/observing/errors/development/development.ts';
import { testFolder } from '../../../fixtures/test-database.ts';

const [ONE, TWO] = ['a'.repeat(64), 'b'.repeat(64)];
const settled = () => new Promise((resolve) => setImmediate(resolve));
/** Of the routes `blog.list` and `blog.post`. */
const RELEASE = {
  app: 'blog',
  routes: [
    { id: 'blog.list', path: '/blog' },
    { id: 'blog.post', path: '/blog/:post' },
  ],
} as Release;
const finding = (reason: string) => ({ code: 'ADM_PAGE', app: 'blog', reason, fix: 'Mend it.' });

/** The development of a gateway whose blog is live with a release, of which a list is the only source. */
function open(live = '') {
  const folder = testFolder();
  mkdirSync(path.join(folder, 'src'));
  writeFileSync(path.join(folder, 'src/list.tsx'), 'one\ntwo');
  const reported: string[] = [];
  const development = openDevelopment({
    config: {
      development: { on: true, personal: undefined },
      releases: { sources: [{ app: 'blog', type: 'folder', folder }] },
    },
    positionsIn: () => async () => async (line) => `src/list.tsx:${line}`,
    live: () => ({ releases: { blog: { digest: live } } }) as never,
    tell: (text) => void reported.push(text),
  })!;
  const messages = () => development.problems().map(({ message }) => message);
  const offered = (digest: string) => development.offered('blog', JSON.stringify({ digest }, null, 1));
  const thrown = async (digest: string, message = 'boom', stack = '', route?: string) => {
    const of = { app: 'blog', digest, ...(route !== undefined && { route }) };
    development.thrown({ ...of, call: 'fragment', message, stack, ran: [RELEASE], isListed: true });
    await settled();
  };
  return { ...development, reported, messages, offered, thrown };
}
const listed = {
  app: 'blog',
  message: 'boom',
  place: { file: 'src/list.tsx', line: 2 },
  frame: '  1 | one\n> 2 | two',
};

test('is undefined without DEV=1', async () => {
  const config = {
    development: { on: false, personal: undefined },
    releases: { sources: [] },
  };
  expect(openDevelopment({ config, positionsIn: undefined as never, live: () => undefined })).toBeUndefined();
});

test('shows and reports an error of a release with the lines of its source, until a release without it is live', async () => {
  const { offered, thrown, decided, problems, onProblems, messages, reported } = open();
  const shown: string[][] = [];
  onProblems(() => shown.push(messages()));
  offered(ONE);
  await thrown(ONE, 'boom', `at loader (blog@${ONE.slice(0, 12)}/server/server.cjs:2:1)`);
  await expect.poll(problems).toEqual([{ ...listed, stack: ['loader (blog src/list.tsx:2)'] }]);
  expect(reported).toEqual([expect.stringContaining('blog src/list.tsx:2: boom')]);
  offered(TWO);
  expect(messages()).toEqual(['boom']);
  decided(['blog'], []);
  expect(shown).toEqual([['boom'], []]);
});

test('answers an error of a page with its place, and reports it once with the error of the server', async () => {
  const { seen, thrown, messages, reported } = open(ONE);
  const stack = 'at List (http://localhost/assets/blog/list.0123456789.js:2:1)';
  for (let times = 0; times < 3; times++)
    expect(await seen({ message: 'boom', stack })).toEqual({
      ...listed,
      stack: ['List (blog src/list.tsx:2)'],
    });
  await thrown(ONE, 'boom', `at loader (blog@${ONE.slice(0, 12)}/server/server.cjs:2:1)`);
  await expect.poll(messages).toEqual(['boom']);
  expect(reported).toHaveLength(1);
});

test('shows and reports an error of a release once, even if the release is refused for it', async () => {
  const { offered, thrown, decided, messages, reported } = open();
  offered(ONE);
  await thrown(ONE, 'It took too long.');
  await thrown(ONE, 'It took too long.');
  decided(['blog'], [finding('/blog does not render: It took too long at List (blog src/list.tsx:2)')]);
  expect([messages(), reported]).toEqual([['It took too long.'], ['blog: It took too long.\n']]);
});

test('reports an error once across builds, and again after a build without it', async () => {
  const { offered, thrown, decided, reported } = open();
  const breaks = async (digest: string) => {
    offered(digest);
    await thrown(digest);
  };
  await breaks(ONE);
  await breaks(TWO);
  expect(reported).toHaveLength(1);
  offered(ONE);
  decided(['blog'], []);
  await breaks(TWO);
  expect(reported).toHaveLength(2);
});

test('removes an error when the build is that of the live release, and ignores errors of older releases', async () => {
  const { offered, thrown, messages, reported } = open(TWO);
  offered(ONE);
  await thrown(ONE);
  offered(TWO);
  expect(messages()).toEqual([]);
  await thrown(ONE, 'bang');
  expect([messages(), reported]).toEqual([[], ['blog: boom\n']]);
});

test('shows another reason for a refusal with its fix, until the next release', async () => {
  const { offered, decided, messages, reported } = open();
  offered(ONE);
  decided(['blog'], [finding('the path is taken')]);
  expect([messages(), reported]).toEqual([
    ['the path is taken\nMend it.'],
    ['blog: the path is taken\nMend it.\n'],
  ]);
  offered(TWO);
  decided(['blog'], [finding('the name is taken')]);
  expect(messages()).toEqual(['the name is taken\nMend it.']);
});

test('shows and reports at most 20 errors', async () => {
  const { offered, thrown, messages, reported } = open();
  offered(ONE);
  await Promise.all(Array.from({ length: 100 }, (_, n) => thrown(ONE, `error ${n}`)));
  expect([messages().length, reported.length]).toEqual([20, 20]);
});

test('names the pages of an error, each once', async () => {
  const { offered, thrown, problems, reported } = open();
  offered(ONE);
  for (const route of ['blog.list', 'blog.post', 'blog.post']) await thrown(ONE, 'boom', '', route);
  await thrown(ONE, 'bang');
  expect(problems().map(({ message, routes }) => [message, routes])).toEqual([
    ['boom', ['/blog', '/blog/:post']],
    ['bang', undefined],
  ]);
  expect(reported).toHaveLength(2);
  await thrown(ONE);
  expect(problems()[0]?.routes).toBeUndefined();
});

const failing = (reason: string, route: string) => ({ ...finding(reason), code: 'ADMISSION_PAGE', route });

test('shows and reports the pages that fail in a live release once across builds, and its other warnings to the terminal', async () => {
  const { offered, thrown, decided, problems, reported } = open();
  for (const digest of [ONE, TWO]) {
    offered(digest);
    await thrown(digest, 'boom', '', 'blog.list');
    decided(
      ['blog'],
      [],
      [
        failing('/blog (blog.list) does not render: boom', '/blog'),
        failing('/blog/a (blog.post) does not render: it is empty', '/blog/:post'),
        finding('the form does nothing'),
      ],
    );
    expect(problems().map(({ message, routes }) => [message, routes])).toEqual([
      ['boom', ['/blog']],
      ['/blog/a (blog.post) does not render: it is empty\nMend it.', ['/blog/:post']],
    ]);
  }
  expect(reported).toEqual([
    'blog: boom\n',
    'blog: /blog/a (blog.post) does not render: it is empty\nMend it.\n',
    'blog: the form does nothing\nMend it.\n',
  ]);
  decided(['blog'], []);
  expect(problems()).toHaveLength(2);
  offered(ONE);
  decided(['blog'], []);
  expect(problems()).toEqual([]);
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
