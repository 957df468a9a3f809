import { describe, expect, test } from 'vitest';
import { findDefects } from '../../../src/releasing/activation/browser-reports.ts';
import { gatewayErrors } from '../../../src/platform/errors.ts';

const routes = [
  { app: 'docs', id: 'docs.home', path: '/docs' },
  { app: 'docs', id: 'docs.page', path: '/docs/:slug' },
  { app: 'news', id: 'news.home', path: '/news' },
];
const releaseOf = (app: string) => ({
  app,
  files: { 'client/a.js': { sha256: `${app}-a` }, 'server/index.cjs': { sha256: `${app}-server` } },
});

/** @returns what is found when these blobs are missing, and a page renders so. */
function look(missing: string[], again: (path: string) => unknown = () => ({}), failing: string[] = []) {
  const served = {
    composition: { routes },
    releases: { shell: releaseOf('shell'), docs: releaseOf('docs'), news: releaseOf('news') },
    renderer: { again: async (_: unknown, { path }: { path: string }) => again(path) },
  };
  const blobs = { get: async (sha256: string) => (missing.includes(sha256) ? undefined : Buffer.from('')) };
  const inBrowser = async (_: unknown, { app }: { app: string }) => (app === 'docs' ? failing : []);
  return findDefects(
    served as never,
    { app: 'shell', release: 's1', reported: 'docs' },
    { blobs, inBrowser },
  );
}

describe('what browsers say is looked at', () => {
  test('with everything whole, nothing is wrong', async () => {
    expect(await look(['docs-server', 'news-a'])).toEqual([]);
  });

  test('a client file of the app or of the shell is not whole', async () => {
    expect(await look(['docs-a', 'shell-a'])).toEqual([
      'shell/client/a.js is not whole in the store',
      'docs/client/a.js is not whole in the store',
    ]);
  });

  test.each([
    [
      'throws',
      () => {
        throw gatewayErrors.RENDER_FAILED({ reason: 'x is undefined' });
      },
      '/docs does not render: A component or loader threw: x is undefined',
    ],
    ['fails', () => ({ error: { status: 500, message: 'oh' } }), '/docs fails: oh'],
  ])('a page of the app %s', async (_, again, found) => {
    expect(await look([], again)).toEqual([found]);
  });

  test('a page of the app fails when it hydrates', async () => {
    expect(await look([], undefined, ['/docs fails in the browser: boom'])).toEqual([
      '/docs fails in the browser: boom',
    ]);
  });

  test('what does not render is not hydrated', async () => {
    expect(await look([], () => ({ error: { status: 500, message: 'oh' } }), ['/docs'])).toEqual([
      '/docs fails: oh',
    ]);
  });

  test('a page that refuses is meant to', async () => {
    expect(await look([], () => ({ error: { status: 404, message: 'gone' } }))).toEqual([]);
  });
});
