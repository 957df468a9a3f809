import type { Release } from '@voltframe/kit/contract/release/release';
import { expect, test } from 'vitest';
import {
  createAttribution,
  storedReleases,
  type ErrorContext,
  findOwner,
} from '../../../src/observing/errors/attribution.ts';
import type { ErrorTally } from '../../../src/observing/errors/pending-errors.ts';

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
      return source === undefined ? undefined : { find: async (line) => `${source}:${line}` };
    },
    now: () => clock.now,
  });
  const of = (seen: Partial<ErrorTally['seen']> = {}, more: Partial<ErrorTally> = {}) =>
    attribute({
      id: 'id000000',
      origin: 'browsers',
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
])(
  'attributes a stack of %s to the app, its release in that composition, file and line',
  async (_, stack) => {
    const { of } = setUp();
    expect(await of({ stack })).toEqual({
      app: 'blog',
      release: BLOG,
      kind: 'event',
      place: 'src/page.tsx:12',
      frames: ['Post (blog src/page.tsx:12)'],
    });
  },
);

test('attributes an error that React throws to the component, whose frames come first', async () => {
  const { of } = setUp();
  const found = await of({ kind: 'hydration', stack: IN_REACT, components: `\n    ${ON_PAGE}\n    at div` });
  expect(found).toMatchObject({ app: 'blog', place: 'src/page.tsx:12' });
  expect(found.frames[0]).toBe('Post (blog src/page.tsx:12)');
});

test('distinguishes an error of a loader from an error of the rendering', async () => {
  const { of } = setUp();
  const own = { app: 'blog', release: BLOG, kind: 'loader' as const };
  const frame = `at load (blog@${BLOG.slice(0, 12)}/server/server.cjs:7:1)`;
  const rendered = `${frame}\n at x (shell@${SHELL.slice(0, 12)}/client/react.0123456789.js:1:1)`;
  expect(await of({ ...own, stack: frame }, { origin: 'listed' })).toMatchObject({
    kind: 'loader',
    place: 'src/page.server.ts:7',
  });
  expect((await of({ ...own, stack: rendered }, { origin: 'listed', id: 'id000001' })).kind).toBe('render');
});

test('drops frames that are in no script of the site', async () => {
  const { of } = setUp();
  const stack = `at f (chrome-extension://abc/x.js:1:2)\nat g (https://site.example/search?q=secret:1:2)\n${ON_PAGE}`;
  expect((await of({ stack })).frames).toEqual(['Post (blog src/page.tsx:12)']);
});

test('attributes nothing to an app that the composition does not have', async () => {
  const { of } = setUp();
  const stack = 'at f (https://site.example/assets/constructor/x.0123456789.js:1:2)';
  expect(await of({ stack })).toMatchObject({ app: 'shell', release: SHELL });
});

test('attributes an error to the reported app when its composition is unknown', async () => {
  const { of } = setUp();
  expect(await of({ composition: 'gone', stack: ON_PAGE })).toEqual({
    app: 'shell',
    release: SHELL,
    kind: 'event',
    frames: [],
  });
});

test('maps the same stack once, and at most 200 stacks of an app within a minute', async () => {
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

test('does not use the stack of a browser as the place of an error of the server', async () => {
  const { of } = setUp();
  const own = { app: 'blog', release: BLOG, kind: 'island' as const };
  const frame = `at load (blog@${BLOG.slice(0, 12)}/server/server.cjs:7:1)`;
  await of(own);
  expect(await of({ ...own, stack: frame }, { origin: 'listed' })).toMatchObject({
    place: 'src/page.server.ts:7',
  });
});

const IN_BLOG = 'Post (blog src/pages/post.tsx:12)';
const BLOG_CONTENT = 'blog content/list.ts:3';
const PACKAGE = 'search (blog minisearch/dist/es/index.js:7)';
const KIT = 'Image (shell @voltframe/kit/src/react/images/image.tsx:5)';
const KIT_IN_BLOG = 'Prose (blog @voltframe/kit/src/react/components/prose.tsx:5)';
const REACT = 'renderWithHooks (shell react-dom/cjs/react-dom-client.production.js:99)';
const IN_SHELL = 'start (shell src/entry.client.tsx:40)';
const UNMAPPED = 'Chart (news@0123456789ab/client/chart.0123456789.js:1:2)';
const context = (more: Partial<ErrorContext> = {}): ErrorContext => ({
  app: 'docs',
  kind: 'event',
  ofServer: false,
  ...more,
});

test.each<[string, string[], string[], Partial<ErrorContext>, string, string?]>([
  ['first of its own frames', [IN_BLOG, REACT, IN_SHELL], [], {}, 'blog', 'src/pages/post.tsx:12'],
  ['first of two apps', [UNMAPPED, IN_BLOG], [], {}, 'news'],
  ['a package in its files', [PACKAGE, IN_BLOG, REACT], [], {}, 'blog', 'src/pages/post.tsx:12'],
  ['its content', [BLOG_CONTENT], [], {}, 'blog', 'content/list.ts:3'],
  ['the kit, called by an app', [KIT, IN_BLOG], [], {}, 'blog', 'src/pages/post.tsx:12'],
  ['the kit, called by the shell', [KIT, IN_SHELL], [], {}, 'shell', 'src/entry.client.tsx:40'],
  [
    'the kit in files of an app, rendered in it',
    [KIT_IN_BLOG, REACT, IN_SHELL],
    [KIT_IN_BLOG, IN_BLOG],
    { kind: 'render' },
    'blog',
    'src/pages/post.tsx:12',
  ],
  [
    'React, by the component stack',
    [REACT, IN_SHELL],
    [IN_BLOG, IN_SHELL],
    { kind: 'hydration' },
    'blog',
    'src/pages/post.tsx:12',
  ],
  [
    'React, in a component of the shell',
    [REACT],
    [IN_SHELL, IN_BLOG],
    { kind: 'hydration' },
    'shell',
    'src/entry.client.tsx:40',
  ],
  ['the reported app, when all frames are of React', [REACT, IN_SHELL], [], { kind: 'hydration' }, 'docs'],
  ['the reported app, when there are no frames', [], [], {}, 'docs'],
  ['the shell', [IN_SHELL, REACT], [], {}, 'shell', 'src/entry.client.tsx:40'],
  ['the shell, which notices a chunk that does not load', [IN_SHELL], [], { kind: 'chunk' }, 'docs'],
  ['an app, in its guard', [IN_BLOG, IN_SHELL], [], { kind: 'guard' }, 'blog', 'src/pages/post.tsx:12'],
  ['the shell, which renders in the process of an app', [IN_SHELL], [], { ofServer: true }, 'docs'],
  [
    'the shell, in its own process',
    [IN_SHELL],
    [],
    { ofServer: true, app: 'shell' },
    'shell',
    'src/entry.client.tsx:40',
  ],
])('attributes an error to %s', (_, frames, components, more, app, place) => {
  expect(findOwner(context(more), frames, components)).toEqual({
    app,
    ...(place !== undefined && { place }),
  });
});

const [LIVE, OLD] = ['a'.repeat(32), 'b'.repeat(32)];
const liveReleases = { docs: { app: 'docs', digest: 'd2' } } as unknown as Record<string, Release>;

interface Stored {
  activatedAt?: number;
  /** Whether the releases of the earlier composition are stored. */
  stored?: boolean;
  fails?: boolean;
}

function find(id: string, { activatedAt = 1, stored = true, fails = !stored }: Stored = {}) {
  const composition = { id: OLD, apps: { docs: 'd1' } };
  const state = {
    composition: async (named: string) => (named === OLD ? { composition, activatedAt } : undefined),
    release: async () => (stored ? { release: {} } : undefined),
  };
  const site = {
    live: () => ({ composition: { id: LIVE }, releases: liveReleases }),
    async releasesOf() {
      if (fails) throw new Error('The release docs@d1 is not in the store');
      return { docs: { app: 'docs', digest: 'd1' } };
    },
  };
  return storedReleases(state as never, site as never, id);
}

test('finds the releases of compositions that are or were live, and of no other', async () => {
  expect(await find(LIVE)).toBe(liveReleases);
  expect(await find(OLD)).toMatchObject({ docs: { digest: 'd1' } });
  expect(await find(OLD, { activatedAt: 0 })).toBeUndefined();
  expect(await find('c'.repeat(32))).toBeUndefined();
});

test('finds no releases for a composition whose releases were deleted', async () => {
  expect(await find(OLD, { stored: false })).toBeUndefined();
});

test('rejects when the releases cannot be read, so that the caller retries', async () => {
  await expect(find(OLD, { fails: true })).rejects.toThrow('not in the store');
});
