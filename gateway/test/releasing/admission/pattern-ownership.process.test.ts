import { expect, test } from 'vitest';
import { pagesBundle, type RemoteFixture, remoteRelease, version } from '../../fixtures/fixture-release.ts';
import { packOf, pageText, setUpOps } from '../../operations/operations-setup.ts';

const HTML = { accept: 'text/html' };
const FEED = (path: string) =>
  `module.exports.resources = { '${path}': () => ({ type: 'text/plain', body: 'feed' }) };`;

/** Docs with its pages and its feed below a first segment. */
const section = (segment: string, more: RemoteFixture = {}) =>
  remoteRelease({
    routes: [
      { id: 'docs.home', path: segment },
      { id: 'docs.guide', path: `${segment}/guide` },
    ],
    resources: [`${segment}/feed.txt`],
    server:
      pagesBundle({ 'docs.home': '<h1>Home</h1>', 'docs.guide': '<h1>Guide</h1>' }) +
      FEED(`${segment}/feed.txt`),
    ...more,
  });
const moved = section('/manual', {
  keeps: ['/docs'],
  rules: { '/docs/**': { redirect: { to: '/manual/**', status: 301 } } },
});

async function setUp() {
  const setup = await setUpOps([section('/docs'), version('first', 'news')]);
  const publish = async (...releases: Parameters<typeof packOf>) =>
    setup.publish(setup.operator, releases[0]!.release.app, await packOf(...releases));
  const answerOf = async (url: string) => {
    const { statusCode, headers, body } = await setup.app.inject({ url, headers: HTML });
    return `${statusCode} ${headers.location ?? /<h1>(.*?)<\/h1>/.exec(body)?.[1] ?? body}`;
  };
  return { ...setup, publish, answerOf };
}

test('a section moves with its redirects in one release, and a rollback restores it', async () => {
  const { publish, answerOf, app, changes } = await setUp();
  expect((await publish(moved)).body).toMatchObject({ activated: true });
  const urls = [
    '/docs',
    '/docs/guide?a=1',
    '/docs/feed.txt',
    '/docs/gone',
    '/manual/guide',
    '/manual/feed.txt',
  ];
  expect(await Promise.all(urls.map(answerOf))).toEqual([
    '301 /manual',
    '301 /manual/guide?a=1',
    '301 /manual/feed.txt',
    '301 /manual/gone',
    '200 Guide',
    '200 feed',
  ]);
  const { body } = await app.inject('/sitemap.xml');
  expect([body.includes('/manual/guide'), body.includes('/docs')]).toEqual([true, false]);
  await changes.rollback('docs', undefined, 'ada');
  expect(await Promise.all(['/docs/guide', '/manual/guide'].map(answerOf))).toEqual([
    '200 Guide',
    expect.stringContaining('404'),
  ]);
});

test('a kept segment is refused to another app until its owner gives it up, and then goes live there', async () => {
  const { publish, answerOf } = await setUp();
  await publish(moved);
  const taker = remoteRelease({
    app: 'news',
    routes: [{ id: 'news.home', path: '/docs' }],
    server: pagesBundle({ 'news.home': '<h1>Taken</h1>' }),
  });
  const refused = await publish(taker);
  expect(refused).toMatchObject({
    status: 409,
    body: { waiting: { for: 'app', apps: ['docs'] }, checks: [{ code: 'ADMISSION_SEGMENT_KEPT' }] },
  });
  expect(await answerOf('/docs/guide')).toBe('301 /manual/guide');
  // A later release may keep the segment without a redirect; a release without `keeps` gives it up.
  await publish(section('/manual', { keeps: ['/docs'] }));
  expect(await answerOf('/docs/guide')).toMatch(/^404/);
  await publish(section('/manual'));
  expect(await answerOf('/docs')).toBe('200 Taken');
});

test('a release that keeps a segment goes live on a gateway that is new to its app', async () => {
  const setup = await setUpOps([moved]);
  expect(await pageText(setup, '/manual/guide')).toContain('Guide');
  expect((await setup.app.inject({ url: '/docs/guide', headers: HTML })).statusCode).toBe(301);
});
