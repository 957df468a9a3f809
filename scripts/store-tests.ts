import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findOrInstallPostgres } from '../tests/faults/postgres-programs.ts';
import { startTemporaryPostgres } from '../tests/faults/temporary-postgres.ts';
import { root } from './apps.ts';
import type { Outcome } from './outcome.ts';
import { runTests, unitTests } from './vitest.ts';

/** Fixtures that use the server. Tests without them have already run with the unit tests. */
const USES_SERVER =
  /\b(testDatabase|emptyDatabase|clearedDatabase|withServer|DATABASES|NEEDS_SERVER)\b|\/(test-app|test-events)\.ts'/;

/**
 * Runs the tests of the gateway's stores on a temporary PostgreSQL server.
 * @returns one skip when PostgreSQL is not installed and cannot be installed
 */
export async function runStoreTests(): Promise<Outcome> {
  const programs = findOrInstallPostgres();
  if ('missing' in programs) {
    const skip = { name: 'the stores on PostgreSQL', reason: programs.missing };
    return { passed: [], failed: [], skipped: [skip] };
  }
  const postgres = await startTemporaryPostgres({ durable: false });
  try {
    return await runTests('postgres', unitTests(storeTests()), { TEST_DATABASE_URL: postgres.url });
  } finally {
    await postgres.remove();
  }
}

function storeTests(): string[] {
  return globSync('{gateway,enquiries}/test/**/*.test.ts', { cwd: root }).filter((file) =>
    USES_SERVER.test(readFileSync(path.join(root, file), 'utf8')),
  );
}
