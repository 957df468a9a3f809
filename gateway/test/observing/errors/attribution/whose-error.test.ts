import { expect, test } from 'vitest';
import {
  isRendering,
  type Told,
  whoseError,
} from '../../../../src/observing/errors/attribution/whose-error.ts';

const BLOG = 'Post (blog src/pages/post.tsx:12)';
const BLOG_CONTENT = 'blog content/list.ts:3';
const PACKAGE = 'search (blog minisearch/dist/es/index.js:7)';
const KIT = 'Image (shell @voltframe/kit/src/react/images/image.tsx:5)';
const KIT_IN_BLOG = 'Prose (blog @voltframe/kit/src/react/components/prose.tsx:5)';
const REACT = 'renderWithHooks (shell react-dom/cjs/react-dom-client.production.js:99)';
const SHELL = 'start (shell src/entry.client.tsx:40)';
const UNMAPPED = 'Chart (news@0123456789ab/client/chart.0123456789.js:1:2)';
const told = (more: Partial<Told> = {}): Told => ({ app: 'docs', kind: 'event', ofServer: false, ...more });

test.each<[string, string[], string[], Partial<Told>, string, string?]>([
  ['first of its own frames', [BLOG, REACT, SHELL], [], {}, 'blog', 'src/pages/post.tsx:12'],
  ['first of two apps', [UNMAPPED, BLOG], [], {}, 'news'],
  ['a package in its files', [PACKAGE, BLOG, REACT], [], {}, 'blog', 'src/pages/post.tsx:12'],
  ['its content', [BLOG_CONTENT], [], {}, 'blog', 'content/list.ts:3'],
  ['the kit, called by an app', [KIT, BLOG], [], {}, 'blog', 'src/pages/post.tsx:12'],
  ['the kit, called by the shell', [KIT, SHELL], [], {}, 'shell', 'src/entry.client.tsx:40'],
  [
    'the kit in files of an app, rendered in it',
    [KIT_IN_BLOG, REACT, SHELL],
    [KIT_IN_BLOG, BLOG],
    { kind: 'render' },
    'blog',
    'src/pages/post.tsx:12',
  ],
  [
    'React, by the component stack',
    [REACT, SHELL],
    [BLOG, SHELL],
    { kind: 'hydration' },
    'blog',
    'src/pages/post.tsx:12',
  ],
  [
    'React, in a component of the shell',
    [REACT],
    [SHELL, BLOG],
    { kind: 'hydration' },
    'shell',
    'src/entry.client.tsx:40',
  ],
  ['React alone: as told', [REACT, SHELL], [], { kind: 'hydration' }, 'docs'],
  ['nothing: as told', [], [], {}, 'docs'],
  ['the shell', [SHELL, REACT], [], {}, 'shell', 'src/entry.client.tsx:40'],
  ['the shell, which notices a chunk that does not load', [SHELL], [], { kind: 'chunk' }, 'docs'],
  ['an app, in its guard', [BLOG, SHELL], [], { kind: 'guard' }, 'blog', 'src/pages/post.tsx:12'],
  ['the shell, which renders in the process of an app', [SHELL], [], { ofServer: true }, 'docs'],
  [
    'the shell, in its own process',
    [SHELL],
    [],
    { ofServer: true, app: 'shell' },
    'shell',
    'src/entry.client.tsx:40',
  ],
])('an error is of %s', (_, frames, components, more, app, place) => {
  expect(whoseError(told(more), frames, components)).toEqual({ app, ...(place !== undefined && { place }) });
});

test('what leads through React was rendered', () => {
  expect([isRendering([BLOG, REACT]), isRendering([BLOG, SHELL]), isRendering([])]).toEqual([
    true,
    false,
    false,
  ]);
});
