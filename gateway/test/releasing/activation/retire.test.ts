import { expect, test } from 'vitest';
import { remoteRelease, shellRelease, version } from '../../fixtures/fixture-release.ts';
import { setUpSite } from '../../fixtures/test-changes.ts';

test('a remote goes off the site at once; the others are not started for it', async () => {
  const docs = version('one');
  const { changes, live, history, started, state } = await setUpSite([
    shellRelease(),
    docs,
    version('first', 'news'),
  ]);
  const before = started.length;
  expect(await changes.retire('docs', 'bob')).toMatchObject({
    message: 'docs is off the site',
    from: docs.release.digest,
    composition: await state.liveId(),
  });
  expect([Object.keys(live()), started.length]).toEqual([['news', 'shell'], before]);
  expect((await history('docs'))[0]).toMatchObject({ action: 'retire', actor: 'bob', to: null });
});

test('what is retired can be published again', async () => {
  const { changes, publish, live } = await setUpSite([shellRelease(), version('one')]);
  await changes.retire('docs', 'bob');
  await publish(version('one'));
  expect(Object.keys(live())).toEqual(['docs', 'shell']);
});

test.each([
  ['the shell', 'shell', 'GW_SHELL_STAYS'],
  ['what is not there', 'extra', 'GW_APP_UNKNOWN'],
  ['what another app needs', 'docs', 'GW_RETIRE_REFUSED'],
])('%s stays', async (_, app, code) => {
  const guarded = remoteRelease({ guards: { signedIn: '() => true' } });
  const guarding = remoteRelease({
    app: 'news',
    routes: [{ id: 'news.home', path: '/news', guards: ['signedIn'] }],
  });
  const { changes, live } = await setUpSite([shellRelease(), guarded, guarding]);
  const before = live();
  expect(Object.keys(before)).toEqual(['docs', 'news', 'shell']);
  await expect(changes.retire(app, 'bob')).rejects.toMatchObject({ code });
  expect(live()).toEqual(before);
});
