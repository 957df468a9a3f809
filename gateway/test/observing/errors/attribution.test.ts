import type { Release } from '@voltframe/kit/contract/release/release';
import { expect, test } from 'vitest';
import { attribute, findOwner, type SeenError } from '../../../src/observing/errors/attribution.ts';
import type { PositionsIn } from '../../../src/observing/stacks/source-positions.ts';

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

const positionsIn: PositionsIn = () => async (name, file) => {
  const source = SOURCES[`${name} ${file}`];
  return source === undefined ? undefined : async (line) => `${source}:${line}`;
};

const of = (seen: Partial<SeenError> = {}) =>
  attribute(
    {
      app: 'shell',
      release: SHELL,
      source: 'browser',
      kind: 'event',
      message: 'boom',
      releases: Object.values(releases),
      composition: 'c1',
      times: 1,
      ...seen,
    },
    positionsIn,
  );

const ON_PAGE = 'at Post (https://site.example/assets/blog/page.0123456789.js:12:3)';
const IN_REACT = 'at Object.render (https://site.example/assets/shell/react.0123456789.js:1:2)';

test.each([
  ['Chromium', `Error: boom\n    ${ON_PAGE}`],
  ['Firefox and Safari', 'Post@https://site.example/assets/blog/page.0123456789.js:12:3'],
])(
  'attributes a stack of %s to the app, its release in that composition, file and line',
  async (_, stack) => {
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
  const found = await of({ kind: 'hydration', stack: IN_REACT, components: `\n    ${ON_PAGE}\n    at div` });
  expect(found).toMatchObject({ app: 'blog', place: 'src/page.tsx:12' });
  expect(found.frames[0]).toBe('Post (blog src/page.tsx:12)');
});

test('distinguishes an error of a loader from an error of the rendering', async () => {
  const own = { app: 'blog', release: BLOG, kind: 'loader' as const };
  const frame = `at load (blog@${BLOG.slice(0, 12)}/server/server.cjs:7:1)`;
  const rendered = `${frame}\n at x (shell@${SHELL.slice(0, 12)}/client/react.0123456789.js:1:1)`;
  expect(await of({ ...own, stack: frame, source: 'listed' })).toMatchObject({
    kind: 'loader',
    place: 'src/page.server.ts:7',
  });
  expect((await of({ ...own, stack: rendered, source: 'listed' })).kind).toBe('render');
});

test('drops frames that are in no script of the site', async () => {
  const stack = `at f (chrome-extension://abc/x.js:1:2)\nat g (https://site.example/search?q=secret:1:2)\n${ON_PAGE}`;
  expect((await of({ stack })).frames).toEqual(['Post (blog src/page.tsx:12)']);
});

test('attributes nothing to an app that the composition does not have', async () => {
  const stack = 'at f (https://site.example/assets/constructor/x.0123456789.js:1:2)';
  expect(await of({ stack })).toMatchObject({ app: 'shell', release: SHELL });
});

test.each<[string, Partial<SeenError>]>([
  ['without a stack', {}],
  ['whose composition has no such script', { stack: ON_PAGE, releases: [] }],
])('attributes an error %s to the reported app', async (_, seen) => {
  expect(await of(seen)).toMatchObject({ app: 'shell', release: SHELL, kind: 'event' });
});

const IN_BLOG = 'Post (blog src/pages/post.tsx:12)';
const BLOG_CONTENT = 'blog content/list.ts:3';
const PACKAGE = 'search (blog minisearch/dist/es/index.js:7)';
const KIT = 'Image (shell @voltframe/kit/src/react/images/image.tsx:5)';
const KIT_IN_BLOG = 'Prose (blog @voltframe/kit/src/react/components/prose.tsx:5)';
const REACT = 'renderWithHooks (shell react-dom/cjs/react-dom-client.production.js:99)';
const IN_SHELL = 'start (shell src/entry.client.tsx:40)';
const UNMAPPED = 'Chart (news@0123456789ab/client/chart.0123456789.js:1:2)';
type ErrorContext = Pick<SeenError, 'app' | 'kind' | 'source'>;
const context = (more: Partial<ErrorContext> = {}): ErrorContext => ({
  app: 'docs',
  kind: 'event',
  source: 'browser',
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
  ['the shell, which renders in the process of an app', [IN_SHELL], [], { source: 'listed' }, 'docs'],
  [
    'the shell, in its own process',
    [IN_SHELL],
    [],
    { source: 'listed', app: 'shell' },
    'shell',
    'src/entry.client.tsx:40',
  ],
])('attributes an error to %s', (_, frames, components, more, app, place) => {
  expect(findOwner(context(more), frames, components)).toEqual({
    app,
    ...(place !== undefined && { place }),
  });
});
