import type { ErrorGroup } from '@voltframe/kit/contract/operations/error-groups';
import type { Release } from '@voltframe/kit/contract/release/release';
import { errorId } from '@voltframe/kit/contract/reports/error-id';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../../src/platform/database/database.ts';
import type { SeenError } from '../../../src/observing/errors/attribution.ts';
import {
  createErrorNotes,
  LIMITS,
  MOST_MAPPED,
  MOST_OF_A_NETWORK,
} from '../../../src/observing/errors/note-errors.ts';
import { createErrorReader } from '../../../src/observing/errors/read-errors.ts';
import { DATABASES, testDatabase } from '../../fixtures/test-database.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.UTC(2026, 10, 22, 9);
const [LIVE, OLD] = ['a'.repeat(64), 'b'.repeat(64)];

/** An error in `src/home.tsx` of docs. */
const seen = (more: Partial<SeenError> = {}): SeenError => {
  const { app = 'docs', release = LIVE, source = 'listed' } = more;
  const script =
    source === 'browser'
      ? `https://site.example/assets/${app}/home.0123456789.js`
      : `${app}@${release.slice(0, 12)}/server/server.cjs`;
  return {
    app,
    release,
    source,
    kind: 'loader',
    message: 'boom',
    stack: `Error: boom\n    at Home (${script}:12:3)`,
    releases: [{ app, digest: release } as unknown as Release],
    composition: 'c1',
    times: 1,
    ...more,
  };
};
/** A message of its own for each number. */
const text = (number: number): string => `boom ${'x'.repeat(number + 1)}`;
/** An address in a network of its own for each number. */
const address = (number: number): string => `${10 + (number >> 8)}.${number & 255}.0.1`;

describe.each(DATABASES)('errors on %s', (kind) => {
  const setUp = async (live: Record<string, string> = { docs: LIVE }) => {
    const config = await testDatabase(kind);
    const clock = { now: NOW };
    const failures: unknown[] = [];
    const mapped: string[] = [];
    const open = async () => {
      const db = await openDatabase(config);
      onTestFinished(() => db.destroy());
      const notes = createErrorNotes({
        db,
        positionsIn: () => async (name, file) => {
          mapped.push(file);
          return async (line) => `src/home.tsx:${line}`;
        },
        live: () => live,
        keepMs: 30 * DAY_MS,
        now: () => clock.now,
        onError: (error) => failures.push(error),
      });
      return { db, notes };
    };
    const { db, notes } = await open();
    const reader = createErrorReader(db, notes.flush);
    const all = async (source?: ErrorGroup['source']) =>
      (await reader.list({ source, limit: 10_000 })).groups;
    return { db, notes, reader, all, open, clock, failures, mapped };
  };

  test('equal errors are one group of the release: with their number, their times and the place of the first', async () => {
    const { notes, all, clock } = await setUp();
    const id = notes.note(seen({ message: 'no note 12', route: 'docs.home', times: 2 }));
    clock.now += 5;
    notes.note(seen({ message: 'no note 7' }));
    await notes.flush();
    clock.now += 5;
    notes.note(seen({ message: 'no note 7', composition: 'c2' }));
    expect(id).toBe(errorId('no note 12'));
    expect(await all()).toEqual([
      {
        id,
        app: 'docs',
        release: LIVE,
        source: 'listed',
        times: 4,
        firstSeen: NOW,
        lastSeen: NOW + 10,
        isNew: true,
        kind: 'loader',
        message: 'no note 12',
        place: 'src/home.tsx:12',
        frames: ['Home (docs src/home.tsx:12)'],
        route: 'docs.home',
        composition: 'c1',
      },
    ]);
  });

  test.each<[string, Partial<SeenError>]>([
    ['another message', { message: 'bang' }],
    ['another file', { stack: undefined }],
    ['another release', { release: OLD }],
    ['another app', { app: 'news' }],
    ['an unlisted address', { source: 'unlisted' }],
    ['a browser', { source: 'browser' }],
  ])('%s makes another group', async (_, other) => {
    const { notes, all } = await setUp();
    notes.note(seen());
    notes.note(seen(other));
    expect(await all()).toHaveLength(2);
  });

  test('a thousand equal reports are one row and one statement', async () => {
    const { db, notes, all } = await setUp();
    const inserts = vi.spyOn(db, 'insertInto');
    for (let number = 0; number < 1_000; number++)
      notes.note(seen({ source: 'browser', browser: 'safari', times: 2 }), address(number));
    expect(await all()).toMatchObject([{ times: 2_000, source: 'browser', browser: 'safari' }]);
    expect(inserts).toHaveBeenCalledTimes(1);
  });

  test('memory and writes are bounded whatever comes, for each app and source', async () => {
    const { notes, all, mapped } = await setUp();
    for (let number = 0; number < 10 * LIMITS.inMemory; number++)
      for (const source of ['browser', 'unlisted'] as const)
        notes.note(seen({ message: text(number), source }), address(number));
    notes.note(seen({ message: 'of a listed page' }));
    notes.note(seen({ app: 'news', source: 'browser' }));
    const groups = await all();
    const count = (source: string, app: string) =>
      groups.filter((one) => one.source === source && one.app === app).length;
    expect([count('browser', 'docs'), count('unlisted', 'docs')]).toEqual([LIMITS.inMemory, LIMITS.inMemory]);
    expect([count('listed', 'docs'), count('browser', 'news')]).toEqual([1, 1]);
    // What is over the limit never left the memory.
    expect(mapped).toHaveLength(2 * LIMITS.inMemory + 2);
  });

  test('one network adds few different errors a day, and still counts those that are known', async () => {
    const { notes, all } = await setUp();
    const report = (message: string, from: string) => notes.note(seen({ source: 'browser', message }), from);
    report('met by others', '198.51.100.7');
    await notes.flush();
    for (let number = 0; number < 40; number++) report(text(number), '192.0.2.1');
    report('met by others', '192.0.2.1');
    const groups = await all();
    expect(groups).toHaveLength(1 + MOST_OF_A_NETWORK);
    expect(groups.find(({ message }) => message === 'met by others')).toMatchObject({ times: 2 });
  });

  test('invented errors displace no group that was there before, and no group of another source or app', async () => {
    const { notes, all, clock } = await setUp();
    const real = { message: 'of a real visitor', source: 'browser' } as const;
    for (const error of [seen(), seen(real), seen({ app: 'news' }), seen({ ...real, app: 'news' })])
      notes.note(error, '198.51.100.7');
    for (let round = 0; round < 10; round++) {
      clock.now += 5_000;
      for (let number = 0; number < LIMITS.inMemory; number++)
        for (const source of ['browser', 'unlisted'] as const)
          notes.note(
            seen({ message: text(50 * round + number), source, times: 1_000 }),
            address(50 * round + number),
          );
      await notes.flush();
    }
    const groups = await all();
    const ofDocs = groups.filter(({ app }) => app === 'docs');
    expect(ofDocs.filter(({ source }) => source === 'browser')).toHaveLength(LIMITS.ofRelease);
    expect(ofDocs.filter(({ source }) => source === 'unlisted')).toHaveLength(LIMITS.ofRelease);
    expect(ofDocs.map(({ message }) => message)).toEqual(expect.arrayContaining(['boom', real.message]));
    expect(groups.filter(({ app }) => app === 'news')).toHaveLength(2);
  });

  test('a full release takes new errors in place of those that were not seen for a day', async () => {
    const { notes, all, clock } = await setUp();
    const flood = async (from: number) => {
      for (let number = from; number < from + LIMITS.ofRelease; number++)
        notes.note(seen({ message: text(number) }));
      await notes.flush();
    };
    await flood(0);
    clock.now += DAY_MS + 1;
    await flood(LIMITS.ofRelease);
    const messages = (await all()).map(({ message }) => message);
    expect(messages).toHaveLength(LIMITS.ofRelease);
    expect(messages).not.toContain(text(0));
  });

  test('groups of earlier releases make room for those of the live release', async () => {
    const { notes, all, clock } = await setUp();
    const releases = ['1', '2', '3', '4', '5'].map((digit) => digit.repeat(64));
    for (const release of [...releases, LIVE]) {
      for (let number = 0; number < LIMITS.inMemory; number++)
        notes.note(seen({ release, message: text(number) }));
      await notes.flush();
      clock.now += 1;
    }
    const groups = await all();
    expect(groups).toHaveLength(LIMITS.ofApp);
    expect(groups.filter(({ release }) => release === LIVE)).toHaveLength(LIMITS.inMemory);
  });

  test('a database that is away loses nothing below the limits, and no caller waits or fails', async () => {
    const { db, notes, all, failures } = await setUp();
    notes.note(seen());
    const away = vi.spyOn(db, 'insertInto').mockImplementation(() => {
      throw new Error('the database is away');
    });
    await notes.flush();
    notes.note(seen());
    notes.note(seen({ message: 'bang' }));
    await notes.flush();
    expect(failures).toEqual([new Error('the database is away'), new Error('the database is away')]);
    away.mockRestore();
    expect((await all()).map(({ message, times }) => [message, times]).toSorted()).toEqual([
      ['bang', 1],
      ['boom', 2],
    ]);
  });

  test('a database that is away for long costs a bounded amount of memory', async () => {
    const { db, notes, all } = await setUp();
    const away = vi.spyOn(db, 'insertInto').mockImplementation(() => {
      throw new Error('the database is away');
    });
    for (let round = 0; round < 20; round++) {
      for (let number = 0; number < LIMITS.inMemory; number++)
        notes.note(seen({ message: text(50 * round + number) }));
      await notes.flush();
    }
    away.mockRestore();
    // The rows of the first write, and what was counted since: the second fifty are over the limit of the release.
    expect(await all()).toHaveLength(LIMITS.ofRelease);
  });

  test('written errors are not written again when the limits cannot be applied', async () => {
    const { db, notes, all, failures } = await setUp();
    notes.note(seen());
    const limits = vi.spyOn(db, 'getExecutor').mockImplementationOnce(() => {
      throw new Error('the disk is full');
    });
    await notes.flush();
    limits.mockRestore();
    expect(await all()).toMatchObject([{ times: 1 }]);
    expect(failures).toEqual([new Error('the disk is full')]);
  });

  test('a stack is mapped once, and a limited number of stacks of an app within a minute', async () => {
    const { notes, mapped, clock } = await setUp();
    for (let number = 0; number < 2; number++) {
      notes.note(seen());
      await notes.flush();
    }
    expect(mapped).toHaveLength(1);
    for (let number = 0; number < 4 * LIMITS.inMemory; number++) {
      notes.note(seen({ message: text(number) }));
      if (number % LIMITS.inMemory === LIMITS.inMemory - 1) await notes.flush();
    }
    expect(mapped).toHaveLength(MOST_MAPPED);
    clock.now += 60_001;
    notes.note(seen({ message: 'later' }));
    await notes.flush();
    expect(mapped).toHaveLength(MOST_MAPPED + 1);
  });

  test('hydration errors with the same message differ by their component', async () => {
    const { notes, mapped } = await setUp();
    const of = (file: string) => ({
      message: 'Minified React error #418',
      stack: undefined,
      components: `\n at Post (https://site.example/assets/docs/${file}.js:1:2)\n at div`,
      source: 'browser' as const,
    });
    for (const file of ['a', 'b', 'a']) notes.note(seen(of(file)));
    await notes.flush();
    expect(mapped).toEqual(['client/a.js', 'client/b.js']);
  });

  test('long texts are cut, and nothing of the visitor is stored', async () => {
    const { db, notes } = await setUp();
    const long = 'x'.repeat(100_000);
    notes.note(
      seen({
        source: 'browser',
        browser: 'firefox',
        message: `no page at /search?q=my+secret ${long}`,
        stack: `at f (https://site.example/search?q=my+secret:1:2)\n${long}`,
      }),
      '203.0.113.77',
    );
    await notes.flush();
    const [row] = await db.selectFrom('error_group').selectAll().execute();
    expect(row!.message.length).toBeLessThanOrEqual(300);
    expect(JSON.stringify(row)).not.toMatch(/secret|203\.0\.113/);
  });

  test('groups are deleted some time after they were last seen, once an hour', async () => {
    const { notes, all, clock } = await setUp();
    notes.note(seen());
    notes.note(seen({ message: 'bang' }));
    await notes.flush();
    clock.now += 20 * DAY_MS;
    notes.note(seen({ message: 'bang' }));
    await notes.flush();
    clock.now += 10 * DAY_MS + 1;
    expect((await all()).map(({ message }) => message)).toEqual(['bang']);
  });

  test('two gateways that write at the same time lose no error', async () => {
    const { notes, open, all } = await setUp();
    const other = kind === 'PostgreSQL' ? (await open()).notes : notes;
    const flush = async (round: number): Promise<void> => {
      const own = [notes, other][round % 2]!;
      for (let number = 0; number < 40; number++) own.note(seen({ message: text(number) }));
      await own.flush();
    };
    await Promise.all(Array.from({ length: 8 }, (_, round) => flush(round)));
    const groups = await all();
    expect([groups.length, new Set(groups.map(({ times }) => times))]).toEqual([40, new Set([8])]);
  });
});
