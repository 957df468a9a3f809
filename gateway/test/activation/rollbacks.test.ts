import { expect, test } from 'vitest';
import { remoteRelease, shellRelease, version } from '../fixtures/fixture-release.ts';
import { setUpSite } from '../fixtures/test-changes.ts';

const [one, two, three] = [version('one'), version('two'), version('three')];
const digest = { one: one.release.digest, two: two.release.digest, three: three.release.digest };

async function setUp() {
  const setup = await setUpSite([shellRelease(), one]);
  const forgotten: string[] = [];
  setup.site.forget = async (release) => void forgotten.push(release.digest);
  await setup.publish(two);
  return { ...setup, forgotten };
}

test('back to what was live before, and what is left is forgotten', async () => {
  const { changes, live, forgotten } = await setUp();
  expect(await changes.rollback('docs', undefined, 'bob')).toMatchObject({
    from: digest.two,
    to: digest.one,
  });
  expect([live()['docs'], forgotten]).toEqual([digest.one, [digest.two]]);
});

test('twice back is where it was: each time to what was live before', async () => {
  const { changes, live } = await setUp();
  await changes.rollback('docs', undefined, 'bob');
  await changes.rollback('docs', undefined, 'bob');
  expect(live()['docs']).toBe(digest.two);
});

test('what was live once is not checked again, only started', async () => {
  let checks = 0;
  const checkClient = async () => {
    checks++;
    return [];
  };
  const { changes, publish, started } = await setUpSite([shellRelease(), one], { checkClient });
  await publish(two);
  const before = { checks, started: started.length };
  await changes.rollback('docs', undefined, 'bob');
  expect([checks, started.slice(before.started)]).toEqual([before.checks, ['docs']]);
});

test('what was never live is checked before', async () => {
  const { changes, publish, live, broken, history } = await setUp();
  await changes.pin('docs', undefined, 'bob');
  await publish(three);
  broken.add(digest.three);
  expect(await changes.rollback('docs', digest.three, 'bob')).toMatchObject({ accepted: false });
  expect([live()['docs'], (await history('docs'))[0]!.action]).toEqual([digest.two, 'refuse']);
  broken.clear();
  expect(await changes.rollback('docs', digest.three, 'bob')).toMatchObject({ to: digest.three });
});

test('what does not start any more stays where it was', async () => {
  const { changes, broken, live, state } = await setUp();
  broken.add(digest.one);
  expect(await changes.rollback('docs', undefined, 'bob')).toMatchObject({ accepted: false });
  expect([live()['docs'], (await state.release('docs', digest.one))!.state]).toEqual([
    digest.two,
    'admitted',
  ]);
});

test('what does not fit the other apps of now is refused', async () => {
  const needs = (range: string) => remoteRelease({ requires: { react: range } });
  const { changes, publish, live } = await setUpSite([shellRelease(), needs('^19.0.0')]);
  await publish(shellRelease({ provides: { react: '20.0.0' } }), needs('^20.0.0'));
  const before = live();
  expect(await changes.rollback('docs', undefined, 'bob')).toMatchObject({ accepted: false });
  expect(live()).toEqual(before);
});

test('an app with one release has no earlier one', async () => {
  const { changes } = await setUpSite([shellRelease(), one]);
  await expect(changes.rollback('docs', undefined, 'bob')).rejects.toMatchObject({
    code: 'GW_NO_EARLIER_RELEASE',
  });
});

test('a release that fails is left for the newest that never failed, once', async () => {
  const { changes, publish, live, history } = await setUp();
  await publish(three);
  await changes.fallBack('docs', digest.three, 'pages break');
  expect([live()['docs'], (await history('docs'))[0]!.note]).toEqual([digest.two, 'pages break']);
  await changes.fallBack('docs', digest.two, 'pages break');
  expect(live()['docs']).toBe(digest.one);
  await changes.rollback('docs', digest.three, 'bob');
  expect(await changes.fallBack('docs', digest.three, 'pages break')).toBeUndefined();
  expect(live()['docs']).toBe(digest.three);
});

test('what is pinned, or not live any more, does not fall back', async () => {
  const { changes, live } = await setUp();
  expect(await changes.fallBack('docs', digest.one, '')).toBeUndefined();
  await changes.pin('docs', undefined, 'bob');
  expect(await changes.fallBack('docs', digest.two, '')).toBeUndefined();
  expect(live()['docs']).toBe(digest.two);
});
