import { expect, test } from 'vitest';
import { remoteRelease, shellRelease, version } from '../../../fixtures/fixture-release.ts';
import { setUpSite } from '../../../fixtures/test-changes.ts';

const [one, two, three] = [version('one'), version('two'), version('three')];
const migration = remoteRelease({ requires: { react: '^20.0.0' } });

test('what waits for another app is taken back, with a line in the history', async () => {
  const { publish, changes, state, live, history } = await setUpSite([shellRelease(), one]);
  await publish(migration);
  const { digest } = migration.release;
  expect((await changes.withdraw('docs', 'bob')).message).toContain(digest.slice(0, 12));
  expect((await state.release('docs', digest))!.state).toBe('withdrawn');
  expect((await history('docs'))[0]).toMatchObject({ action: 'withdraw', actor: 'bob', to: digest });
  await publish(shellRelease({ provides: { react: '20.0.0' } }));
  expect(live()['docs']).toBe(one.release.digest);
});

test('what a pin holds is taken back', async () => {
  const { publish, changes, live } = await setUpSite([shellRelease(), one]);
  await changes.pin('docs', undefined, 'bob');
  await publish(two);
  await changes.withdraw('docs', 'bob');
  await changes.unpin('docs', 'bob');
  expect(live()['docs']).toBe(one.release.digest);
});

test('where nothing waits, it says so', async () => {
  const { changes } = await setUpSite([shellRelease(), one]);
  await expect(changes.withdraw('docs', 'bob')).rejects.toMatchObject({ code: 'GW_NOTHING_WAITS' });
});

test.each([
  ['that is being checked', async () => {}],
  ['that waits for the check of another to end', (publish: () => Promise<unknown>) => publish()],
])('a release %s gives way to a word that comes after it', async (_, before) => {
  const gate = Promise.withResolvers<void>();
  const hook = { wait: async () => {} };
  const setup = await setUpSite([shellRelease(), one, version('first', 'news')], {
    checkClient: async () => {
      await hook.wait();
      return [];
    },
  });
  const { publish, changes, live } = setup;
  await publish(two);
  hook.wait = () => gate.promise;
  const others = before(() => publish(version('second', 'news')));
  const published = publish(three);
  await setup.state.liveId();
  expect(await changes.rollback('docs', undefined, 'bob')).toMatchObject({ to: one.release.digest });
  gate.resolve();
  await others;
  expect((await published).checks.map(({ code }) => code)).toEqual(['ADMISSION_SUPERSEDED']);
  expect(live()['docs']).toBe(one.release.digest);
});
