import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { gatewayErrors } from '../errors.ts';
import { isDiskFull } from '../runtime/start-failure.ts';

type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** How the thread answers one statement. */
interface Answer {
  rows: object[];
  changes?: number | bigint;
  /** The fields of an error of SQLite, which a copy between threads would lose. */
  error?: { message: string; code?: unknown; errcode?: unknown };
}

/** SQLITE_READONLY: https://sqlite.org/rescode.html */
const READ_ONLY = 8;
/** Plain JavaScript: compiling TypeScript in the thread would take ten times as long as opening a database. */
const SCRIPT = path.join(import.meta.dirname, 'sqlite-thread.cjs');

/**
 * A SQLite database in a thread of its own: node:sqlite waits for the disk at each commit, and for other processes that
 * write. Only statements wait for that, never the pages that are served meanwhile. Statements run one at a time.
 */
export class SqliteThread implements DatabaseConnection {
  readonly #file: string;
  readonly #worker: Worker;
  #answered: PromiseWithResolvers<Answer> | undefined;

  /**
   * @param file path of the database, or `:memory:`. It is opened by the first statement.
   * @param locking see `createSqliteDialect`.
   */
  constructor(file: string, locking: 'normal' | 'exclusive') {
    this.#file = file;
    this.#worker = new Worker(SCRIPT, { workerData: { file, locking }, env: {}, name: 'sqlite' });
    this.#worker.unref();
    this.#worker.on('message', (answer: Answer) => this.#answered?.resolve(answer));
  }

  /**
   * @throws GW_DATABASE_AWAY for a write to a database that is read-only; else the error of SQLite, with its `code` and
   *   `errcode`. The code of a full disk is ENOSPC.
   */
  async executeQuery<Row>({ sql, parameters }: Statement): Promise<QueryResult<Row>> {
    const answered = (this.#answered = Promise.withResolvers<Answer>());
    // While a statement runs, the thread keeps the process alive.
    this.#worker.ref();
    this.#worker.postMessage({ sql, parameters }, []);
    const { rows, changes, error } = await answered.promise;
    this.#worker.unref();
    if (error) throw this.#errorOf(error);
    return {
      rows: rows as Row[],
      ...(changes !== undefined && { numAffectedRows: BigInt(changes) }),
    };
  }

  #errorOf(fields: NonNullable<Answer['error']>): Error {
    const error = Object.assign(new Error(fields.message), fields);
    if (isDiskFull(error)) error.code = 'ENOSPC';
    if (fields.errcode !== READ_ONLY) return error;
    return gatewayErrors.DATABASE_AWAY({ database: this.#file, reason: 'it is read-only' }, error);
  }

  streamQuery(): never {
    throw new Error('No statement of SQLite is streamed');
  }

  async end(): Promise<void> {
    await this.executeQuery({ sql: 'close', parameters: [] });
    await this.#worker.terminate();
  }
}
