import type { Release } from '@voltframe/kit/contract/release/release';
import { expect, test } from 'vitest';
import { remoteRelease, shellRelease } from '../../fixtures/fixture-release.ts';
import { startTestGateway, type TestGateway } from '../../fixtures/test-gateway.ts';

const shell = shellRelease({
  change: (release) =>
    Object.assign(release, {
      places: {
        header: [
          { place: 'docs', app: 'docs' },
          { place: 'news', app: 'news' },
          { place: 'more', app: '*' },
        ],
        footer: [],
      },
    }),
});
const remote = (app: string, path: string, label: string, places = [app]) =>
  remoteRelease({
    app,
    routes: [{ id: `${app}.home`, path }],
    change(release: Release) {
      const links = places.map((place) => [place, { route: `${app}.home`, label }]);
      Object.assign(release, { navigation: Object.fromEntries(links) });
    },
  });
const header = async ({ app }: TestGateway, url: string): Promise<string | undefined> =>
  /<header>(.*)<\/header>/.exec((await app.inject({ url, headers: { accept: 'text/html' } })).body)?.[1];

test('the header of each page shows a place once its app is live, and follows a moved and renamed page', async () => {
  const gateway = await startTestGateway([shell, remote('docs', '/docs', 'Docs')]);
  expect(await header(gateway, '/docs')).toBe('LAYOUT /docs#page /docs Docs');
  await gateway.publish(remote('news', '/news', 'News'));
  expect(await header(gateway, '/docs')).toBe('LAYOUT /docs#page /docs Docs /news News');
  await gateway.publish(remote('news', '/journal', 'Journal'));
  expect(await header(gateway, '/docs')).toBe('LAYOUT /docs#page /docs Docs /journal Journal');
  expect(await header(gateway, '/journal')).toBe('LAYOUT /journal#page /docs Docs /journal Journal');
  await gateway.publish(remote('news', '/news', 'News', ['more']));
  expect(await header(gateway, '/docs')).toBe('LAYOUT /docs#page /docs Docs /news News');
});
