import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/platform/database/database.ts';
import {
  ANNOUNCE_MS,
  createFleet,
  type FleetOptions,
  LONGEST_WAIT_MS,
  SILENT_MS,
} from '../../../src/platform/database/fleet.ts';
import { DATABASES, testDatabase } from '../../fixtures/test-database.ts';

/** Gateways on one database, with one clock, which `sleep` advances. */
async function setUp() {
  const config = await testDatabase(DATABASES[0]!);
  const clock = { now: Date.UTC(2026, 10, 24) };
  const open = async (id: string, given: Partial<FleetOptions> = {}) => {
    const db = await openDatabase(config);
    onTestFinished(() => db.destroy());
    const showing: { composition: string | null } = { composition: 'first' };
    const fleet = createFleet({
      db,
      own: { id, version: '1.4.0', contract: { oldest: 1, newest: 2 } },
      shows: () => showing.composition,
      now: () => clock.now,
      sleep: async (ms) => void (clock.now += ms),
      ...given,
    });
    return { db, fleet, showing };
  };
  return { clock, open, one: await open('one'), two: await open('two') };
}

const ids = (gateways: readonly { id: string }[]) => gateways.map(({ id }) => id);

/** An interval whose callback runs at `tick`. */
function playEvery() {
  let call = () => {};
  const given: number[] = [];
  const every = (ms: number, callback: () => void) => {
    given.push(ms);
    call = callback;
    return () => void (call = () => {});
  };
  return { every, given, tick: () => call() };
}

test('a gateway lists the others with their version, contracts and composition', async () => {
  const { clock, one, two } = await setUp();
  two.showing.composition = null;
  await two.fleet.announce();
  expect(await one.fleet.look()).toEqual([
    {
      id: 'one',
      version: '1.4.0',
      contract: { oldest: 1, newest: 2 },
      composition: 'first',
      seenAt: clock.now,
    },
    {
      id: 'two',
      version: '1.4.0',
      contract: { oldest: 1, newest: 2 },
      composition: null,
      seenAt: clock.now,
    },
  ]);
  expect(ids(one.fleet.others())).toEqual(['two']);
  two.showing.composition = 'second';
  await two.fleet.announce();
  expect((await one.fleet.look())[1]!.composition).toBe('second');
});

test('a gateway that was silent for 30 seconds is not listed until it announces itself again', async () => {
  const { clock, one, two } = await setUp();
  await two.fleet.announce();
  clock.now += SILENT_MS - 1;
  expect(ids(await one.fleet.look())).toEqual(['one', 'two']);
  clock.now += 1;
  expect(ids(await one.fleet.look())).toEqual(['one']);
  await two.fleet.announce();
  expect(ids(await one.fleet.look())).toEqual(['one', 'two']);
});

test('a gateway without a shared database writes nothing, and lists only itself', async () => {
  const { open, one } = await setUp();
  const alone = await open('alone', { db: undefined });
  await alone.fleet.announce();
  const { every, given } = playEvery();
  await alone.fleet
    .start(
      every,
      async () => {},
      () => {},
    )
    .close();
  expect([ids(await alone.fleet.look()), await alone.fleet.notShowing('first')]).toEqual([['alone'], []]);
  expect([ids(await one.fleet.look()), given]).toEqual([['one'], []]);
});

test('the wait for a composition ends when all gateways serve it', async () => {
  const { clock, open, two } = await setUp();
  let waits = 0;
  const sleep = async (ms: number) => {
    clock.now += ms;
    if (++waits === 3) {
      two.showing.composition = 'second';
      await two.fleet.announce();
    }
  };
  const three = await open('three', { sleep });
  three.showing.composition = 'second';
  await two.fleet.announce();
  expect([await three.fleet.notShowing('second'), waits]).toEqual([[], 3]);
});

test('the wait for a composition ends after 10 seconds with the gateways that do not serve it', async () => {
  const { clock, one, two } = await setUp();
  await two.fleet.announce();
  one.showing.composition = 'second';
  const started = clock.now;
  expect([await one.fleet.notShowing('second'), clock.now - started]).toEqual([['two'], LONGEST_WAIT_MS]);
});

test('there is no wait for a composition that was replaced', async () => {
  const { one, two } = await setUp();
  await two.fleet.announce();
  one.showing.composition = 'third';
  expect(await one.fleet.notShowing('second')).toEqual([]);
});

test('a started gateway announces itself, reports changes of the others, and removes itself when closed', async () => {
  const { clock, one, two } = await setUp();
  const played = playEvery();
  const changes: string[][] = [];
  const running = one.fleet.start(
    played.every,
    async () => void changes.push(ids(one.fleet.others())),
    (error) => {
      throw error;
    },
  );
  await expect.poll(() => changes).toEqual([[]]);
  expect(played.given).toEqual([ANNOUNCE_MS]);
  await two.fleet.announce();
  played.tick();
  await expect.poll(() => changes).toEqual([[], ['two']]);
  clock.now += SILENT_MS;
  played.tick();
  await expect.poll(() => changes).toEqual([[], ['two'], []]);
  expect(ids(await two.fleet.look())).toEqual(['two', 'one']);
  await running.close();
  expect(ids(await two.fleet.look())).toEqual(['two']);
});

test('a failed announcement is reported, and the next one is made', async () => {
  const { one, two } = await setUp();
  const played = playEvery();
  const errors: unknown[] = [];
  let changed = 0;
  const running = one.fleet.start(
    played.every,
    async () => {
      if (++changed === 1) throw new Error('not today');
    },
    (error) => errors.push(error),
  );
  await expect.poll(() => errors).toEqual([new Error('not today')]);
  await two.fleet.announce();
  played.tick();
  await expect.poll(() => changed).toBe(2);
  await running.close();
});
