import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SITE_LOCK, SITE_TYPES } from '../../../src/cli/workspace/site-files.ts';
import { runMfe } from '../fixtures/run-mfe.ts';
import { temporaryFolder } from '../../temporary-folders.ts';

const DIGEST = 'a'.repeat(64);
const composition = {
  apps: { shell: DIGEST },
  routes: [
    { app: 'blog', path: '/blog' },
    { app: 'legal', path: '/terms' },
  ],
  islands: {},
  guards: {},
};
const CSS = 'b'.repeat(64);
const shell = {
  app: 'shell',
  files: { 'client/styles.css': { sha256: CSS } },
  client: { css: ['client/styles.css'] },
  shared: { provides: { react: '19.3.1' }, requires: {} },
};

/** An app, and a gateway with this live composition. */
function setUp(site: { live: object } = { live: composition }) {
  const cwd = temporaryFolder({
    'package.json': '{"type":"module"}',
    'terms.tsx': '',
    'mfe.config.ts': `export default { name: 'legal', routes: [{ id: 'legal.terms', path: '/terms', page: './terms.tsx' }] };`,
  });
  const fetch = (async (url: string) => {
    const { pathname } = new URL(url);
    if (pathname === `/-/blobs/${CSS}`) return new Response(':root{--ink:red}');
    const answer = {
      '/-/composition': site.live,
      '/-/icons': { icons: [] },
      [`/-/releases/shell/${DIGEST}`]: shell,
    }[pathname];
    return Response.json(answer ?? {}, { status: answer ? 200 : 404 });
  }) as typeof globalThis.fetch;
  const env = { MFE_GATEWAY: 'http://gateway.test', MFE_TOKEN: 'vf_x' };
  return {
    site,
    mfe: (...argv: string[]) => runMfe(argv, { cwd, env, fetch }),
    read: (file: string) => readFileSync(path.join(cwd, file), 'utf8'),
  };
}
const withoutBlog = { ...composition, routes: composition.routes.slice(1) };

test('writes types and lock file, and reports when nothing has changed', async () => {
  const { mfe, read } = setUp();
  expect(await mfe('sync')).toMatchObject({ code: 0, out: expect.stringContaining(SITE_TYPES) });
  expect(read(SITE_TYPES)).toContain("| '/blog'");
  expect(JSON.parse(read(SITE_LOCK))).toMatchObject({
    pages: { '/blog': 'blog' },
    shared: { react: '19.3.1' },
    tokens: ['--ink'],
  });
  expect((await mfe('sync')).out).toBe('nothing has changed\n');
});

test('exits with 1 and a warning for removed pages with --check, and writes no file', async () => {
  const { mfe, read, site } = setUp();
  await mfe('sync');
  const before = read(SITE_LOCK);
  site.live = withoutBlog;
  const { code, out, err } = await mfe('sync', '--check');
  expect([code, err]).toEqual([1, 'mfe: warning: the page /blog of blog is gone\n']);
  expect(out).toBe('the site no longer has these parts\n');
  expect(JSON.parse((await mfe('sync', '--check', '--json')).out)).toEqual({
    losses: ['the page /blog of blog is gone'],
    changed: false,
    synced: true,
  });
  expect(read(SITE_LOCK)).toBe(before);
});

test('reports a missing lock file with --check', async () => {
  expect((await setUp().mfe('sync', '--check')).out).toContain(`there is no ${SITE_LOCK} yet`);
});

test('reports removed pages, and removes them from the types', async () => {
  const { mfe, read, site } = setUp();
  await mfe('sync');
  site.live = withoutBlog;
  expect(await mfe('sync')).toMatchObject({
    code: 0,
    err: expect.stringContaining('the page /blog of blog is gone') as string,
  });
  expect(read(SITE_TYPES)).not.toContain("'/blog'");
});
