import { expect, test } from 'vitest';
import { shellRelease, version } from '../../fixtures/fixture-release.ts';
import { setUpSite } from '../../fixtures/test-changes.ts';

const [one, two, three] = [version('one'), version('two'), version('three')];
const digests = { one: one.release.digest, two: two.release.digest, three: three.release.digest };

const setUp = () => setUpSite([shellRelease(), one, version('first', 'news')]);

test('while an app is pinned its releases wait, and the newest goes live when the pin ends', async () => {
  const { changes, publish, live, history } = await setUp();
  expect(await changes.pin('docs', undefined, 'bob')).toMatchObject({
    message: `docs is pinned at ${digests.one.slice(0, 12)}; newer releases wait`,
  });
  for (const held of [two, three])
    expect(await publish(held)).toMatchObject({ activated: false, waiting: { for: 'pin' } });
  expect(live()['docs']).toBe(digests.one);
  expect(await changes.unpin('docs', 'bob')).toMatchObject({
    message: 'docs is not pinned any more; what waited is live: docs',
  });
  expect(live()['docs']).toBe(digests.three);
  expect((await history('docs')).map(({ action }) => action)).toEqual([
    'activate',
    'unpin',
    'admit',
    'admit',
    'pin',
    'activate',
  ]);
});

test('a pin holds its own app only', async () => {
  const { changes, publish } = await setUp();
  await changes.pin('docs', undefined, 'bob');
  expect((await publish(version('second', 'news'))).activated).toBe(true);
});

test('a pin at another release takes the app there first', async () => {
  const { changes, publish, live } = await setUp();
  await publish(two);
  await changes.pin('docs', digests.one.slice(0, 8), 'bob');
  expect(live()['docs']).toBe(digests.one);
  expect((await publish(three)).waiting).toMatchObject({ for: 'pin' });
});

test('what is frozen waits as a whole, and goes live when the freeze ends', async () => {
  const { changes, publish, live } = await setUp();
  const news = version('second', 'news');
  await changes.freeze('the fair', 'bob');
  for (const held of [two, news])
    expect((await publish(held)).waiting).toEqual({
      for: 'freeze',
      reason: 'the site is frozen by bob: the fair',
    });
  expect(live()).toMatchObject({ docs: digests.one });
  const { message } = await changes.unfreeze('bob');
  expect(message).toMatch(/^the site is not frozen any more; what waited is live: (docs, news|news, docs)$/);
  expect(live()).toMatchObject({ docs: digests.two, news: news.release.digest });
});

test('an app that is pinned stays when a freeze ends', async () => {
  const { changes, publish, live } = await setUp();
  await changes.pin('docs', undefined, 'bob');
  await changes.freeze('', 'bob');
  await publish(two);
  await changes.unfreeze('bob');
  expect(live()['docs']).toBe(digests.one);
});

test('what is not pinned or frozen cannot be let go, and no unknown app pinned', async () => {
  const { changes } = await setUp();
  await expect(changes.unpin('docs', 'bob')).rejects.toMatchObject({ code: 'GW_NOT_PINNED' });
  await expect(changes.unfreeze('bob')).rejects.toMatchObject({ code: 'GW_NOT_FROZEN' });
  await expect(changes.pin('extra', undefined, 'bob')).rejects.toMatchObject({ code: 'GW_APP_UNKNOWN' });
});

test('what is let go gives way to what was published before it was its turn', async () => {
  const gate = Promise.withResolvers<void>();
  const hook = { wait: async () => {} };
  const { changes, publish, live } = await setUpSite([shellRelease(), one], {
    checkClient: async () => {
      await hook.wait();
      return [];
    },
  });
  await changes.freeze('', 'bob');
  await publish(two);
  hook.wait = () => gate.promise;
  const published = publish(three);
  const unfrozen = changes.unfreeze('bob');
  gate.resolve();
  await Promise.all([published, unfrozen]);
  expect(live()['docs']).toBe(digests.three);
});
