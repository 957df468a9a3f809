// The thread of a SQLite database: see sqlite-thread.ts. In: `{sql, parameters}`, or 'close' as sql. Out: `{rows, changes}`
// or `{rows, error}` for each, in their order.
const { DatabaseSync } = require('node:sqlite');
const { parentPort, workerData } = require('node:worker_threads');

/** How long a writer waits for another process (the gateway, `npm run inbox`) before it gives up. */
const BUSY_TIMEOUT_MS = 5_000;
const { file, locking } = workerData;
let database;

parentPort.on('message', ({ sql, parameters }) => {
  try {
    parentPort.postMessage(sql === 'close' ? close() : run(sql, parameters), []);
  } catch (thrown) {
    const { message, code, errcode } = thrown;
    parentPort.postMessage({ rows: [], error: { message, code, errcode } }, []);
  }
});

function run(sql, parameters) {
  database ??= open();
  // A deferred transaction that reads, then writes, fails at once (SQLITE_BUSY_SNAPSHOT) when another process wrote in
  // between, whatever the busy timeout. Taking the write lock first makes it wait instead.
  const statement = database.prepare(sql === 'begin' ? 'begin immediate' : sql);
  if (statement.columns().length > 0) return { rows: statement.all(...parameters) };
  return { rows: [], changes: statement.run(...parameters).changes };
}

function open() {
  const opened = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  try {
    // FULL: a commit is on the disk before it is answered (WAL with NORMAL may lose the last ones in a power cut).
    opened.exec(`PRAGMA locking_mode = ${locking}`);
    opened.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;');
    return opened;
  } catch (error) {
    opened.close(); // what it holds would lock out the next one
    throw error;
  }
}

function close() {
  database?.close();
  return { rows: [] };
}
