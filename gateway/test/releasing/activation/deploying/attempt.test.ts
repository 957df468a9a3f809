import { expect, test } from 'vitest';
import { attempt } from '../../../../src/releasing/activation/deploying/attempt.ts';
import { shellRelease, version } from '../../../fixtures/fixture-release.ts';
import { setUpParts } from '../../../fixtures/test-changes.ts';

const shell = shellRelease();
const [one, two] = [version('one'), version('two')];
const deployment = { actor: 'ada', together: true, releases: [] };

/** `meanwhile` is called once an admission has begun, with how many there were. */
async function setUp(meanwhile: (times: number) => Promise<void> = async () => {}) {
  let times = 0;
  const hook = { meanwhile };
  const setup = await setUpParts({
    checkClient: async () => {
      await hook.meanwhile(++times);
      return [];
    },
  });
  const { parts, state, site, clock } = setup;
  /** Something else goes live beside: releases of other apps, or another one of the same. */
  const goLive = async (...fixtures: { release: typeof one.release }[]) => {
    const added = Object.fromEntries(fixtures.map(({ release }) => [release.app, release]));
    const candidate = await parts.candidates.prepare({ ...site.live()?.releases, ...added });
    const replaces = (await state.liveId()) ?? null;
    await parts.activation.activate({ candidate, replaces, history: [] });
  };
  await setup.receive(shell, one, two);
  await goLive(shell, one);
  const run = () => attempt(parts, [two.release], deployment);
  return { ...setup, hook, goLive, run, times: () => times, clock };
}

test('what passes is live, and admitted', async () => {
  const { run, live, state } = await setUp();
  expect(await run()).toEqual({ findings: [], warnings: [], held: false });
  expect(live()['docs']).toBe(two.release.digest);
  expect((await state.release('docs', two.release.digest))!.state).toBe('admitted');
});

test('another app that goes live meanwhile: it is checked again beside that, and both are live', async () => {
  const setup = await setUp();
  const news = version('first', 'news');
  setup.hook.meanwhile = async (times) => {
    if (times === 1) await setup.goLive(news);
  };
  expect((await setup.run()).findings).toEqual([]);
  expect(setup.times()).toBe(2);
  expect(setup.live()).toMatchObject({ docs: two.release.digest, news: news.release.digest });
});

test('a newer word on its own app counts more: the release is superseded', async () => {
  const setup = await setUp();
  const three = version('three');
  setup.hook.meanwhile = (times) => (times === 1 ? setup.goLive(three) : Promise.resolve());
  expect((await setup.run()).findings.map(({ code }) => code)).toEqual(['ADMISSION_SUPERSEDED']);
  expect(setup.live()['docs']).toBe(three.release.digest);
});

test('the same release made live by somebody else is no failure', async () => {
  const setup = await setUp();
  setup.hook.meanwhile = (times) => (times === 1 ? setup.goLive(two) : Promise.resolve());
  expect(await setup.run()).toEqual({ findings: [] });
});

test('one that is overtaken again and again is given up', async () => {
  const setup = await setUp();
  setup.hook.meanwhile = (times) => setup.goLive(version(`news-${times}`, 'news'));
  expect((await setup.run()).findings.map(({ code }) => code)).toEqual(['ADMISSION_OVERTAKEN']);
  expect([setup.times(), setup.live()['docs']]).toEqual([10, one.release.digest]);
});

test('a pin that comes during the admission holds it', async () => {
  const setup = await setUp();
  setup.hook.meanwhile = () => setup.parts.holds.pin('docs', 'bob');
  expect(await setup.run()).toEqual({ findings: [], warnings: [], held: true });
  expect(setup.live()['docs']).toBe(one.release.digest);
});

test('going back is held by no pin, and takes nothing along that waits', async () => {
  const setup = await setUp();
  const news = version('first', 'news');
  await setup.receive(news);
  await setup.state.setReleaseState('news', news.release.digest, 'waiting', []);
  await setup.parts.holds.pin('docs', 'bob');
  const back = { ...deployment, action: 'rollback', note: 'why' } as const;
  expect((await attempt(setup.parts, [two.release], back)).findings).toEqual([]);
  expect([setup.live()['docs'], setup.live()['news']]).toEqual([two.release.digest, undefined]);
  expect((await setup.history()).map(({ app, action, note }) => [app, action, note])).toEqual([
    ['docs', 'rollback', 'why'],
  ]);
});
