import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { SqliteAdapter, SqliteDialect, type SqliteDatabase } from 'kysely';

/** How long a writer waits for another process (the gateway, `npm run inbox`) before it gives up. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Kysely over Node's own SQLite, without a native dependency.
 * @param file path of the database, or `:memory:`.
 */
export function createSqliteDialect(file: string): SqliteDialect {
  return new TransactionalDdlDialect({ database: async () => openSqlite(file) });
}

/** SQLite runs DDL in transactions; Kysely's adapter does not say so. With it, a migration is whole or not at all. */
class TransactionalDdlDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter();
  }
}

class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function openSqlite(file: string): SqliteDatabase {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  // FULL: a commit is on the disk before it is answered (WAL with NORMAL may lose the last ones in a power cut).
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;');
  return {
    close: () => database.close(),
    prepare(sql) {
      // A deferred transaction that reads, then writes, fails at once (SQLITE_BUSY_SNAPSHOT) when another process
      // wrote in between, whatever the busy timeout. Taking the write lock first makes it wait instead.
      const statement = database.prepare(sql === 'begin' ? 'begin immediate' : sql);
      const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...values(parameters)),
        run: (parameters) => statement.run(...values(parameters)),
        iterate: (parameters) => statement.iterate(...values(parameters)),
      };
    },
  };
}
