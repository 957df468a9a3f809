import { describe, expect, test } from 'vitest';
import type { Insertable } from 'kysely';
import type { Tables } from '../../../src/platform/database/tables.ts';
import { createErrorReader } from '../../../src/observing/errors/read-errors.ts';
import { DATABASES, openTestDatabase } from '../../fixtures/test-database.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
const [OLD, NEXT] = ['a'.repeat(64), 'b'.repeat(64)];
type Row = Insertable<Tables['error_group']>;
const row = (more: Partial<Row> = {}): Row => ({
  app: 'docs',
  release: OLD,
  source: 'listed',
  fingerprint: '7k2m9x1qfile0001',
  first_seen: NOW,
  last_seen: NOW,
  times: 1,
  kind: 'loader',
  message: 'boom',
  place: null,
  frames: '[]',
  route: null,
  browser: null,
  composition: 'c1',
  ...more,
});

describe.each(DATABASES)('stored errors on %s', (kind) => {
  const setUp = async (...rows: Row[]) => {
    const db = await openTestDatabase(kind);
    await db.insertInto('error_group').values(rows).execute();
    let flushes = 0;
    const reader = createErrorReader(db, async () => void flushes++);
    return { reader, flushes: () => flushes };
  };
  const later = (more: Partial<Row>, by: number) =>
    row({ first_seen: NOW + by, last_seen: NOW + by, ...more });

  test('are listed by app, start of the release, source and time, the last seen first', async () => {
    const { reader, flushes } = await setUp(
      row(),
      later({ release: NEXT }, 1),
      later({ app: 'news', source: 'browser' }, 2),
      later({ source: 'unlisted', message: 'bang' }, 3),
    );
    const list = async (query: object) =>
      (await reader.list({ limit: 10, ...query })).groups.map(({ lastSeen }) => lastSeen - NOW);
    expect(await list({})).toEqual([3, 2, 1, 0]);
    expect(await list({ app: 'docs' })).toEqual([3, 1, 0]);
    expect(await list({ release: 'bbbbbb' })).toEqual([1]);
    expect(await list({ source: 'listed' })).toEqual([1, 0]);
    expect(await list({ sinceMs: NOW + 2 })).toEqual([3, 2]);
    expect(flushes()).toBe(5);
  });

  test('say whether there are more than the limit', async () => {
    const { reader } = await setUp(row(), later({ release: NEXT }, 1));
    expect(await reader.list({ limit: 1 })).toMatchObject({ groups: [{ release: NEXT }], more: true });
    expect((await reader.list({ limit: 2 })).more).toBe(false);
  });

  test('are found by the id of an error screen, in every release and file', async () => {
    const { reader } = await setUp(
      row({ place: 'src/home.tsx:12', frames: '["Home (docs src/home.tsx:12)"]', route: 'docs.home' }),
      later({ release: NEXT }, 1),
      later({ fingerprint: '7k2m9x1qfile0002', source: 'browser', browser: 'safari' }, 2),
      later({ fingerprint: 'othererrfile0001' }, 3),
    );
    const find = async (id: string) => (await reader.list({ id, limit: 10 })).groups;
    expect(await find('7k2m9x1q')).toMatchObject([
      { id: '7k2m9x1q', source: 'browser', browser: 'safari' },
      { id: '7k2m9x1q', release: NEXT },
      { place: 'src/home.tsx:12', frames: ['Home (docs src/home.tsx:12)'], route: 'docs.home' },
    ]);
    expect(await find('00000000')).toEqual([]);
  });

  test('are new when no earlier release had them from the same source', async () => {
    const { reader } = await setUp(
      row(),
      later({ release: NEXT }, 1),
      later({ release: NEXT, fingerprint: 'othererrfile0001' }, 2),
      row({ source: 'unlisted', fingerprint: 'othererrfile0001' }),
    );
    const { groups } = await reader.list({ source: 'listed', limit: 10 });
    expect(groups.map(({ release, isNew }) => [release, isNew])).toEqual([
      [NEXT, true],
      [NEXT, false],
      [OLD, true],
    ]);
  });
});
