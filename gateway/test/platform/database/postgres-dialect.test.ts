import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
} from 'kysely';
import { describe, expect, test } from 'vitest';
import { createEnquiryStore } from '../../../src/enquiries/enquiry-store.ts';
import { createOutboxStore } from '../../../src/platform/outbox/outbox-store.ts';
import { secretInDatabase } from '../../../src/platform/secrets/keep-secret.ts';
import { createSubscriberStore } from '../../../src/enquiries/subscriber-store.ts';
import { type EnquiryRow, type EnquiryTables } from '../../../src/enquiries/tables.ts';

/** Compiles for PostgreSQL and answers every statement with one row; what really happens is shown by `npm run test:postgres`. */
function recordingDatabase(row: object): { db: Kysely<EnquiryTables>; queries: CompiledQuery[] } {
  const queries: CompiledQuery[] = [];
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery) {
      queries.push(query);
      return { rows: [row as R] };
    },
    async *streamQuery() {},
  };
  const note = (sql: string) => async () =>
    void queries.push({ sql, parameters: [] } as unknown as CompiledQuery);
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: note('begin'),
    commitTransaction: note('commit'),
    rollbackTransaction: note('rollback'),
    releaseConnection: async () => {},
    destroy: async () => {},
  };
  const db = new Kysely<EnquiryTables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return { db, queries };
}

const ENTRY: EnquiryRow = {
  id: 'entry',
  form: 'contact',
  version: 1,
  email: 'ada@example.com',
  data: '{}',
  state: 'kept',
  created_at: 1_000,
  file_name: null,
  file_bytes: null,
  file_sha256: null,
};
const ANSWER = {
  id: 'row',
  claim: 'claim',
  email: 'ada@example.com',
  state: 'pending',
  mailed_at: 0,
  created_at: 0,
  value: 'v',
  waiting: '1',
  oldest: '1',
};

type Db = Kysely<EnquiryTables>;
const WORK: [string, (db: Db) => Promise<unknown>][] = [
  [
    'keeping an entry',
    (db) => createEnquiryStore(db).keep(ENTRY, { hash: 'claim', windowMs: 600 }, ['smtp', 'webhook']),
  ],
  [
    'listing',
    (db) => createEnquiryStore(db).list({ form: 'contact', state: 'held', email: 'a@b.test', limit: 5 }),
  ],
  ['releasing', (db) => createEnquiryStore(db).release('entry', ['smtp'], 2_000)],
  ['erasing', (db) => createEnquiryStore(db).erase('ada@example.com')],
  ['expiring', (db) => createEnquiryStore(db).expire({ entry: 1, held: 2, claim: 3, pending: 4, sent: 5 })],
  ['asking which files are used', (db) => createEnquiryStore(db).filesInUse(['a', 'b'])],
  ['taking what is due', (db) => createOutboxStore(db).take(['smtp'], 5_000, 120, 4)],
  ['noting a delivery', (db) => createOutboxStore(db).sent('row', 5_000)],
  ['routing', (db) => createOutboxStore(db).route(['smtp'], 5_000)],
  ['looking at what waits', (db) => createOutboxStore(db).depth()],
  ['asking for a subscription', (db) => createSubscriberStore(db).ask('ada@example.com', 'new', 700_000)],
  ['confirming one', (db) => createSubscriberStore(db).confirm('row', 5_000)],
  ['ending one', (db) => createSubscriberStore(db).end('row')],
  ['a secret', (db) => secretInDatabase(db as never, 'links')],
];

describe('compiled for PostgreSQL', () => {
  test.each(WORK)('%s', async (_, work) => {
    const { db, queries } = recordingDatabase(ANSWER);
    await work(db);
    for (const { sql, parameters } of queries) {
      expect(sql).not.toMatch(/\?|pragma|autoincrement|strftime|rowid/i);
      const numbers = [...sql.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number));
      expect(Math.max(0, ...numbers)).toBe(parameters.length);
    }
    // Visitors' values are parameters, never text of a statement.
    expect(queries.map((query) => query.sql).join('\n')).not.toMatch(/ada@|example/);
    expect(queries.map(({ sql }) => sql)).toMatchSnapshot();
  });
});
