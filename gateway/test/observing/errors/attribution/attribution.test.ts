import type { Release } from '@voltframe/kit/contract/release/release';
import { expect, test } from 'vitest';
import { createAttribution } from '../../../../src/observing/errors/attribution/attribution.ts';
import type { ErrorTally } from '../../../../src/observing/errors/groups/seen-error.ts';

const [BLOG, SHELL] = ['b'.repeat(64), 'e'.repeat(64)];
const releases = {
  blog: { app: 'blog', digest: BLOG },
  shell: { app: 'shell', digest: SHELL },
} as unknown as Record<string, Release>;
const SOURCES: Record<string, string> = {
  [`blog@${BLOG.slice(0, 12)} client/page.0123456789.js`]: 'src/page.tsx',
  [`blog@${BLOG.slice(0, 12)} server/server.cjs`]: 'src/page.server.ts',
  [`shell@${SHELL.slice(0, 12)} client/react.0123456789.js`]: 'react-dom/cjs/react-dom-client.production.js',
};

function setUp() {
  let reads = 0;
  const clock = { now: 0 };
  const attribute = createAttribution({
    releasesOf: async (id) => (id === 'c1' ? releases : undefined),
    positionsIn: () => async (name, file) => {
      const source = SOURCES[`${name} ${file}`];
      reads++;
      return source === undefined ? undefined : { find: (line) => `${source}:${line}` };
    },
    now: () => clock.now,
  });
  const of = (seen: Partial<ErrorTally['seen']> = {}, more: Partial<ErrorTally> = {}) =>
    attribute({
      id: 'id000000',
      ofServer: false,
      ...more,
      seen: { app: 'shell', release: SHELL, composition: 'c1', kind: 'event', message: 'boom', ...seen },
    });
  return { of, clock, reads: () => reads };
}

const ON_PAGE = 'at Post (https://site.example/assets/blog/page.0123456789.js:12:3)';
const IN_REACT = 'at Object.render (https://site.example/assets/shell/react.0123456789.js:1:2)';

test.each([
  ['Chromium', `Error: boom\n    ${ON_PAGE}`],
  ['Firefox and Safari', 'Post@https://site.example/assets/blog/page.0123456789.js:12:3'],
])('a stack of %s leads to the app, its release in that composition, file and line', async (_, stack) => {
  const { of } = setUp();
  expect(await of({ stack })).toEqual({
    app: 'blog',
    release: BLOG,
    kind: 'event',
    place: 'src/page.tsx:12',
    frames: ['Post (blog src/page.tsx:12)'],
  });
});

test('what React throws is of the component, whose frames come first', async () => {
  const { of } = setUp();
  const found = await of({ kind: 'hydration', stack: IN_REACT, components: `\n    ${ON_PAGE}\n    at div` });
  expect(found).toMatchObject({ app: 'blog', place: 'src/page.tsx:12' });
  expect(found.frames[0]).toBe('Post (blog src/page.tsx:12)');
});

test('what a loader throws is told from what is thrown while its page is rendered', async () => {
  const { of } = setUp();
  const own = { app: 'blog', release: BLOG, kind: 'loader' as const };
  const frame = `at load (blog@${BLOG.slice(0, 12)}/server/server.cjs:7:1)`;
  const rendered = `${frame}\n at x (shell@${SHELL.slice(0, 12)}/client/react.0123456789.js:1:1)`;
  expect(await of({ ...own, stack: frame }, { ofServer: true })).toMatchObject({
    kind: 'loader',
    place: 'src/page.server.ts:7',
  });
  expect((await of({ ...own, stack: rendered }, { ofServer: true, id: 'id000001' })).kind).toBe('render');
});

test('of what else a browser names nothing is kept', async () => {
  const { of } = setUp();
  const stack = `at f (chrome-extension://abc/x.js:1:2)\nat g (https://site.example/search?q=secret:1:2)\n${ON_PAGE}`;
  expect((await of({ stack })).frames).toEqual(['Post (blog src/page.tsx:12)']);
});

test('an app that the composition does not have owns nothing', async () => {
  const { of } = setUp();
  const stack = 'at f (https://site.example/assets/constructor/x.0123456789.js:1:2)';
  expect(await of({ stack })).toMatchObject({ app: 'shell', release: SHELL });
});

test('without its composition an error is of whom it is told of', async () => {
  const { of } = setUp();
  expect(await of({ composition: 'gone', stack: ON_PAGE })).toEqual({
    app: 'shell',
    release: SHELL,
    kind: 'event',
    frames: [],
  });
});

test('the same stack is read once, and so many of an app within a minute', async () => {
  const { of, clock, reads } = setUp();
  await of({ stack: ON_PAGE });
  await of({ stack: ON_PAGE });
  expect(reads()).toBe(1);
  const flood = async () => {
    for (let index = 0; index < 300; index++) await of({ stack: ON_PAGE }, { id: `id${index}` });
  };
  await flood();
  expect(reads()).toBe(200);
  expect((await of({ app: 'blog', release: BLOG, stack: ON_PAGE }, { id: 'other' })).place).toBe(
    'src/page.tsx:12',
  );
  clock.now += 60_001;
  expect((await of({ stack: ON_PAGE }, { id: 'later' })).place).toBe('src/page.tsx:12');
});

test('what a browser says of its stack is not taken for where an error of the server was', async () => {
  const { of } = setUp();
  const own = { app: 'blog', release: BLOG, kind: 'island' as const };
  const frame = `at load (blog@${BLOG.slice(0, 12)}/server/server.cjs:7:1)`;
  await of(own);
  expect(await of({ ...own, stack: frame }, { ofServer: true })).toMatchObject({
    place: 'src/page.server.ts:7',
  });
});
