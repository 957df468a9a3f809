import { expect, test } from 'vitest';
import { gatewayErrors } from '../../../src/platform/errors.ts';
import { checkPages, isEmptyPage } from '../../../src/releasing/admission/check-pages.ts';
import { playedSite } from '../../fixtures/played-site.ts';

const PAGES = ['/docs/1', '/docs/2', '/docs/3', '/docs/4', '/docs/5'];
const timeout = () => gatewayErrors.RENDER_TIMEOUT({ what: 'fragment', limit: 1 });

/** @param render HTML of a page by its path and by how often it was rendered before. */
async function check(
  render: (path: string, before: number) => string,
  signal = new AbortController().signal,
) {
  const pages = Object.fromEntries(PAGES.map((path) => [path, path]));
  const site = playedSite({ docs: { pages } }, { layout: '<main></main>' });
  const rendered: string[] = [];
  const renderer = {
    ...site.renderer,
    start: async () => {},
    restart() {},
    errorScreen: async () => {},
    async fragment(_: unknown, { path }: { path: string }) {
      const before = rendered.filter((other) => other === path).length;
      rendered.push(path);
      return { value: { html: render(path, before), islands: [], head: {}, data: null }, inputs: {} };
    },
  };
  const served = { ...site, renderer } as never;
  const findings = await checkPages({ served, changed: new Set(['docs']), live: undefined, signal });
  return { found: findings.map(({ code, reason }) => `${code} ${reason}`), rendered };
}

test('pages that render pass', async () => {
  expect(await check((path) => path)).toEqual({ found: [], rendered: PAGES });
});

test('after three pages that used up their time limit no further page is rendered', async () => {
  const { found } = await check(() => {
    throw timeout();
  });
  expect(found.map((line) => line.split(' ')[0])).toEqual([
    ...Array.from({ length: 3 }, () => 'ADMISSION_PAGE'),
    'ADMISSION_TIMEOUTS',
  ]);
});

test('a page whose process ended because of another one is rendered again, and not accused', async () => {
  const { found } = await check((path, before) => {
    if (path === '/docs/1') throw timeout();
    if (path === '/docs/2' && before === 0) throw gatewayErrors.RENDER_ENDED({ reason: 'x' });
    return path;
  });
  expect(found).toEqual([expect.stringMatching(/^ADMISSION_PAGE \/docs\/1 /)]);
});

test('another failure is no timeout, and an empty page fails', async () => {
  const { found, rendered } = await check((path) => {
    if (path === '/docs/1') throw new Error('boom');
    return path === '/docs/2' ? ' <p></p>' : path;
  });
  expect(found).toEqual([expect.stringContaining('boom'), expect.stringContaining('it is empty')]);
  expect(rendered).toEqual(PAGES);
});

test('an aborted signal ends the check', async () => {
  expect(await check((path) => path, AbortSignal.abort())).toEqual({ found: [], rendered: [] });
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
])('%j: %j', (html, empty) => expect(isEmptyPage(html)).toBe(empty));

test('4 MB without the end of a tag are read in one pass', () => {
  expect(isEmptyPage('<'.repeat(4 * 1024 * 1024))).toBe(false);
  expect(isEmptyPage('<>'.repeat(2 * 1024 * 1024))).toBe(true);
});
