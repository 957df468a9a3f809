import type { Finding, Warning } from '@voltframe/kit/contract/operations/verdict';
import { expect, test } from 'vitest';
import { upstreamErrors } from '../../../src/serving/upstream-errors.ts';
import { servingErrors } from '../../../src/serving/serving-errors.ts';
import { createPageCheck, isEmptyPage } from '../../../src/releasing/admission/check-pages.ts';
import { createPlaces } from '../../../src/releasing/admission/places.ts';
import { withCodeStack } from '../../../src/observing/stacks/code-error.ts';
import { sha256 } from '../../fixtures/fixture-release.ts';
import { playedSite } from '../../fixtures/played-site.ts';

const PAGES = ['/docs/1', '/docs/2', '/docs/3', '/docs/4', '/docs/5'];
const timeout = () => servingErrors.RENDER_TIMEOUT({ what: 'fragment', limit: 1 });

/** @param render HTML of a page by its path and the number of its earlier renderings. */
async function check(
  render: (path: string, before: number, digest: string) => string,
  signal = new AbortController().signal,
  files: Record<string, object> = {},
  /** Renders the pages of the live composition; absent: there is none. */
  renderLive?: (path: string) => string,
  /** Of the candidate, in development or not. */
  { isDevelopment = false, more = {} }: { isDevelopment?: boolean; more?: object } = {},
) {
  const pages = Object.fromEntries(PAGES.map((path) => [path, path]));
  const site = playedSite({ docs: { pages } }, { layout: '<main></main>' });
  const release = site.releases['docs']!;
  const texts = Object.values(files).map((file) => JSON.stringify(file));
  for (const [index, name] of Object.keys(files).entries())
    release.files[name] = { sha256: sha256(texts[index]!), bytes: texts[index]!.length };
  const rendered: string[] = [];
  const renderer = {
    ...site.renderer,
    start: async () => {},
    restart() {},
    errorScreen: async () => {},
    ...more,
    async fragment(_: unknown, { path }: { path: string }) {
      const before = rendered.filter((other) => other === path).length;
      rendered.push(path);
      return {
        value: { html: render(path, before, release.digest), islands: [], head: {}, data: null },
        inputs: {},
      };
    },
  };
  const served = { ...site, renderer } as never;
  const liveRenderer = {
    ...renderer,
    fragment: async (_: unknown, { path }: { path: string }) => ({
      value: { html: renderLive!(path), islands: [], head: {}, data: null },
      inputs: {},
    }),
  };
  const live = renderLive && ({ ...site, renderer: liveRenderer } as never);
  const warnings: Warning[] = [];
  const checkPages = createPageCheck(
    createPlaces(async (name) => {
      const text = texts.find((one) => sha256(one) === name);
      return text === undefined ? undefined : Buffer.from(text);
    }),
    isDevelopment,
  );
  const warn = (warning: Warning) => void warnings.push(warning);
  const noted: string[] = [];
  const noteFailed = ({ reason }: Finding) => void noted.push(reason);
  const findings = await checkPages({ served, changed: new Set(['docs']), live, warn, noteFailed, signal });
  const found = findings.map(({ code, reason }) => `${code} ${reason}`);
  const fixes = findings.map(({ fix }) => fix);
  return { found, fixes, rendered, warnings, noted, places: findings.map(({ place }) => place) };
}

test('pages that render pass', async () => {
  expect(await check((path) => path)).toMatchObject({ found: [], rendered: PAGES });
});

test('a form whose action is a function is a warning', async () => {
  const action = 'javascript:throw new Error(&#x27;React form unexpectedly submitted.&#x27;)';
  const { found, warnings } = await check((path) =>
    path === '/docs/1' ? `${path}<form id="a" action="${action}"></form>` : path,
  );
  expect(found).toEqual([]);
  expect(warnings.map(({ code, owner, reason }) => [code, owner, reason])).toEqual([
    ['ADMISSION_FORM_ACTION', 'docs', expect.stringContaining('does nothing without JavaScript')],
  ]);
});

test('a form with an address and code about such a form are no warning', async () => {
  const { warnings } = await check(
    (path) => `${path}<form action="/a"></form><p>action="javascript:throw new Error("</p>`,
  );
  expect(warnings).toEqual([]);
});

test('no further page is rendered after three pages that exceed their time limit', async () => {
  const { found } = await check(() => {
    throw timeout();
  });
  expect(found.map((line) => line.split(' ')[0])).toEqual([
    ...Array.from({ length: 3 }, () => 'ADMISSION_PAGE'),
    'ADMISSION_TIMEOUTS',
  ]);
});

test('a page whose process ended because of another page is rendered again, and passes', async () => {
  const { found, noted } = await check((path, before) => {
    if (path === '/docs/1') throw timeout();
    if (path === '/docs/2' && before === 0) throw servingErrors.RENDER_ENDED({ reason: 'x' });
    return path;
  });
  expect(found).toEqual([expect.stringMatching(/^ADMISSION_PAGE \/docs\/1 /)]);
  expect(noted).toEqual([expect.stringMatching(/^\/docs\/1 /)]);
});

test('a page that throws or is empty is refused, and the other pages are still rendered', async () => {
  const { found, rendered } = await check((path) => {
    if (path === '/docs/1') throw new Error('boom');
    return path === '/docs/2' ? ' <p></p>' : path;
  });
  expect(found).toEqual([expect.stringContaining('boom'), expect.stringContaining('it is empty')]);
  expect(rendered).toEqual(PAGES);
});

test.each([
  ['window is not defined', 'The server has no window.'],
  ['ResizeObserver is not defined', 'The server has no window.'],
  ['windows is not defined', 'Correct the component'],
])('the advice for a page that throws follows the cause: %s', async (reason, advice) => {
  const { fixes } = await check(() => {
    throw new Error(reason);
  });
  expect(fixes[0]).toContain(advice);
});

test('a page that throws is reported with the line of its source', async () => {
  const map = { version: 3, sources: ['src/pages/page.tsx'], names: [], mappings: ';AAWA' };
  const throwAt = (_path: string, _before: number, digest: string): never => {
    const stack = `Error: x\n    at Page (docs@${digest.slice(0, 12)}/server/server.cjs:2:30)`;
    throw withCodeStack(servingErrors.RENDER_FAILED({ reason: 'window is not defined' }), stack);
  };
  const files = { 'maps/server/server.cjs.map': map };
  const { found, places } = await check(throwAt, undefined, files);
  expect(found[0]).toMatch(/threw: window is not defined at Page \(docs src\/pages\/page\.tsx:12\)$/);
  expect(places[0]).toBe('src/pages/page.tsx:12');
});

test('a loader that exceeds its time limit is reported with its module', async () => {
  const files = { 'maps/modules.json': { 'route docs./docs/1': 'src/pages/page.server.ts' } };
  const { found, places } = await check(
    () => {
      throw timeout();
    },
    undefined,
    files,
  );
  expect(found[0]).toMatch(/took longer than 1 ms at docs src\/pages\/page\.server\.ts$/);
  expect(places[0]).toBe('src/pages/page.server.ts');
});

const fails = (): never => {
  throw servingErrors.RENDER_FAILED({ reason: 'boom' });
};
const down = (): never => {
  throw upstreamErrors.UNREACHABLE({ upstream: 'cms', app: 'docs', reason: 'ECONNREFUSED' });
};

test('a page that lacks data of an upstream is a warning when the live release cannot render it either', async () => {
  const both = await check(down, undefined, {}, down);
  expect([both.found, both.warnings.map(({ code, owner }) => [code, owner])]).toEqual([
    [],
    PAGES.map(() => ['ADMISSION_PAGE', 'docs']),
  ]);
  const alone = await check(down, undefined, {}, (path) => path);
  expect([alone.found.length, alone.warnings]).toEqual([PAGES.length, []]);
  const broken = () => {
    throw new Error('boom');
  };
  expect((await check(broken, undefined, {}, broken)).found).toHaveLength(PAGES.length);
});

test('in development a page that throws, is empty or lacks data is a warning with its route', async () => {
  const render = (path: string) => {
    if (path === '/docs/1') throw new Error('boom');
    if (path === '/docs/2') return down();
    return path === '/docs/3' ? '' : path;
  };
  const { found, rendered, warnings } = await check(render, undefined, {}, undefined, {
    isDevelopment: true,
  });
  expect([found, rendered]).toEqual([[], PAGES]);
  expect(warnings.map(({ code, owner, route, reason }) => [code, owner, route, reason])).toEqual(
    ['boom', 'does not respond', 'is empty'].map((reason, index) => [
      'ADMISSION_PAGE',
      'docs',
      `/docs/${index + 1}`,
      expect.stringContaining(reason),
    ]),
  );
});

test('in development pages that exceed their time limit are refused: they would hang an open page', async () => {
  const render = (path: string) => {
    if (path !== '/docs/1') throw new Error('boom');
    throw timeout();
  };
  const { found, warnings } = await check(render, undefined, {}, undefined, { isDevelopment: true });
  expect(found).toEqual([expect.stringContaining('took longer than')]);
  expect(warnings.map(({ route }) => route)).toEqual(PAGES.slice(1));
});

test.each([
  ['a bundle that does not load', { start: () => Promise.reject(new Error('boom')) }, 'ADMISSION_BUNDLE'],
  ['a layout that throws', { frame: () => Promise.reject(new Error('boom')) }, 'ADMISSION_PAGE'],
])('%s is refused in development, too', async (_, more, code) => {
  const { found } = await check((path) => path, undefined, {}, undefined, { isDevelopment: true, more });
  expect(found).toEqual([expect.stringContaining(code)]);
});

test('an aborted signal stops the check', async () => {
  expect(await check((path) => path, AbortSignal.abort())).toMatchObject({ found: [], rendered: [] });
});

test.each([
  ['', true],
  ['  \n', true],
  ['<main></main>', true],
  ['<main> <p title="text"> </p></main>', true],
  ['<main>text</main>', false],
  ['text', false],
  ['<p></p> text', false],
  ['<img alt="">', false],
  ['<svg></svg>', false],
  ['<imgs>', true],
  ['<', false],
  ['<p', false],
])('isEmptyPage(%j) is %j', (html, empty) => expect(isEmptyPage(html)).toBe(empty));

test('isEmptyPage reads 4 MB without the end of a tag in one pass', () => {
  expect(isEmptyPage('<'.repeat(4 * 1024 * 1024))).toBe(false);
  expect(isEmptyPage('<>'.repeat(2 * 1024 * 1024))).toBe(true);
});

/** @param timesOut whether a page exceeds its time limit. */
async function checkSlugs(timesOut: (path: string) => boolean, throws = () => {}) {
  const site = playedSite(
    { docs: { pages: { '/docs/a': 'x' }, open: { '/docs/:slug': 404 } } },
    { layout: '<main></main>' },
  );
  const { renderer } = site;
  const tried: string[] = [];
  const probes: unknown[] = [];
  const warnings: Warning[] = [];
  const served = {
    ...site,
    renderer: {
      ...renderer,
      start: async () => {},
      restart() {},
      errorScreen: async () => {},
      async fragment(route: never, request: { path: string }, context?: object) {
        tried.push(request.path);
        if (request.path.length > 1_000) {
          probes.push(context);
          throws();
        }
        return timesOut(request.path)
          ? Promise.reject(timeout())
          : renderer.fragment(route, request as never);
      },
    },
  };
  const candidate = {
    served,
    changed: new Set(['docs']),
    live: served,
    warn: (warning: Warning) => void warnings.push(warning),
    signal: new AbortController().signal,
  };
  const findings = await createPageCheck(createPlaces(async () => undefined))(candidate as never);
  return { tried, probes, warnings, found: findings.map(({ reason }) => reason) };
}

test('the longest address of a pattern is tried, and may be missing', async () => {
  const { tried, found } = await checkSlugs(() => false);
  expect(tried.map((path) => path.length > 8_000)).toEqual([false, true]);
  expect(found).toEqual([]);
});

test.each([
  ['without data of an upstream', down],
  ['that throws', fails],
])('the longest address is a probe, and an answer %s is told to nobody', async (_, throws) => {
  const { probes, found, warnings } = await checkSlugs(() => false, throws);
  expect([probes, found, warnings]).toEqual([[{ isProbe: true, isListed: false }], [], []]);
});

test('a release whose pattern takes too long for its longest address is refused', async () => {
  const { found } = await checkSlugs((path) => path.length > 1_000);
  expect(found).toEqual([
    'the longest address of /docs/:slug (docs./docs/:slug) does not render: Rendering (fragment) took longer than 1 ms.',
  ]);
});

/**
 * The islands of `docs` are new. A page of `legal` embeds `Card`.
 * @param render the island. @param renderLive the island of the live release.
 */
async function checkEmbedded(
  render: (props: object) => string,
  renderLive: (props: object) => string,
  pages: Record<string, string> = { '/terms': 'x' },
) {
  const islands = { Card: '' };
  const site = playedSite(
    {
      docs: { pages: { '/docs': 'x' }, islands },
      legal: { pages, embeds: ['Card'], passes: { of: 'legal' } },
    },
    { layout: '<main></main>' },
  );
  const withIsland = (island: (props: object) => string) => ({
    ...site,
    renderer: {
      ...site.renderer,
      start: async () => {},
      errorScreen: async () => {},
      island: async (_: string, props: object) => ({ value: { html: island(props) }, inputs: {} }),
    },
  });
  const findings = await createPageCheck(createPlaces(async () => undefined))({
    served: withIsland(render),
    changed: new Set(['docs']),
    live: withIsland(renderLive),
    signal: new AbortController().signal,
  } as never);
  return findings.map(({ app, reason }) => `${app}: ${reason}`);
}

const failsFor = (props: object): string => {
  if (Object.keys(props).length > 0) throw servingErrors.RENDER_UNCONTAINED({ reason: '<b> is not closed' });
  return '<p></p>';
};

test('a changed island that fails on a page of another app is refused', async () => {
  expect(await checkEmbedded(failsFor, () => '<p></p>')).toEqual([
    expect.stringMatching(/^docs: The island Card does not render: .*<b> is not closed, on \/terms$/),
  ]);
});

test('a finding names that a sample of the pages of other apps was tried', async () => {
  const pages = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`/terms${index}`, 'x']));
  const [found] = await checkEmbedded(failsFor, () => '<p></p>', pages);
  expect(found).toMatch(/, on \/terms\d+, in a sample of the pages of other apps$/);
});

test('an island that fails on a page of another app in the live site, too, is no reason to refuse a release', async () => {
  expect(await checkEmbedded(failsFor, failsFor)).toEqual([]);
});
