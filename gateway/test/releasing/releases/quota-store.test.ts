import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { createQuotaStore } from '../../../src/releasing/releases/quota-store.ts';
import { DATABASES, testDatabase } from '../../fixtures/test-database.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START = Date.UTC(2026, 10, 22, 9, 30);
const ON_THE_HOUR = START - HOUR_MS / 2;

describe.each(DATABASES)('quotas on %s', (kind) => {
  const setUp = async () => {
    const config = await testDatabase(kind);
    const clock = { now: START };
    const open = async () => {
      const db = await openDatabase(config);
      onTestFinished(() => db.destroy());
      return createQuotaStore(db, () => clock.now);
    };
    return { quotas: await open(), clock, open };
  };

  test('an app brings so much within a day, and is told when there is room again', async () => {
    const { quotas, clock } = await setUp();
    expect(await quotas.take('docs', 60, 100)).toBeUndefined();
    clock.now += 2 * HOUR_MS;
    expect(await quotas.take('docs', 40, 100)).toBeUndefined();
    expect(await quotas.take('docs', 50, 100)).toEqual({ used: 100, freeAt: ON_THE_HOUR + DAY_MS });
    expect(await quotas.take('docs', 61, 100)).toEqual({
      used: 100,
      freeAt: ON_THE_HOUR + 2 * HOUR_MS + DAY_MS,
    });
    clock.now = ON_THE_HOUR + DAY_MS;
    expect(await quotas.take('docs', 50, 100)).toBeUndefined();
  });

  test('what is refused does not count, and what another app brings neither', async () => {
    const { quotas } = await setUp();
    expect(await quotas.take('docs', 101, 100)).toMatchObject({ used: 0 });
    expect(await quotas.take('news', 100, 100)).toBeUndefined();
    expect(await quotas.take('docs', 100, 100)).toBeUndefined();
  });

  test('what did not come after all is given back, to the hour it was counted in', async () => {
    const { quotas, clock } = await setUp();
    await quotas.take('docs', 100, 100);
    clock.now += 2 * HOUR_MS;
    await quotas.giveBack('docs', 30, START);
    expect(await quotas.take('docs', 30, 100)).toBeUndefined();
    expect(await quotas.take('docs', 1, 100)).toMatchObject({ used: 100 });
  });

  test('two gateways together, and one that starts again, let in no more than one', async () => {
    const { quotas, open } = await setUp();
    // A data folder serves one gateway.
    const other = kind === 'PostgreSQL' ? await open() : quotas;
    const takes = Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? quotas : other).take('docs', 10, 100),
    );
    const taken = (await Promise.all(takes)).filter((full) => full === undefined);
    expect(taken).toHaveLength(10);
    expect(await (await open()).take('docs', 1, 100)).toMatchObject({ used: 100 });
  });

  test('previews are known until they end, the soonest first; one that is kept again ends later', async () => {
    const { quotas, clock } = await setUp();
    await quotas.keepPreview('docs', { digest: 'a', bytes: 1, until: START + 10 });
    await quotas.keepPreview('docs', { digest: 'b', bytes: 2, until: START + 20 });
    await quotas.keepPreview('news', { digest: 'a', bytes: 3, until: START + 20 });
    const digests = async () => (await quotas.previews('docs')).map(({ digest }) => digest);
    expect(await digests()).toEqual(['a', 'b']);
    await quotas.keepPreview('docs', { digest: 'a', bytes: 1, until: START + 30 });
    expect(await digests()).toEqual(['b', 'a']);
    clock.now += 20;
    expect(await quotas.previews('docs')).toEqual([{ digest: 'a', bytes: 1, until: START + 30 }]);
  });
});
