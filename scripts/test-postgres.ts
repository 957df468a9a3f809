import path from 'node:path';
import { startTemporaryPostgres } from '../tests/faults/temporary-postgres.ts';
import { root } from './apps.ts';
import { runNode, seconds } from './processes.ts';

/**
 * `npm run test:postgres [-- vitest's arguments]`: the tests of the gateway's stores on a real PostgreSQL server (Debian's package,
 * installed when root), started for them and removed after them.
 */
async function main(args: string[]): Promise<number> {
  const postgres = await startTemporaryPostgres({ durable: false });
  try {
    const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
    const filters = args.length > 0 ? args : ['enquiries', 'stores', 'follow-activations'];
    const { code, tookMs } = await runNode(
      [vitest, 'run', '--root', 'gateway', '--passWithNoTests', ...filters],
      {
        stdio: ['ignore', 'inherit', 'inherit'],
        env: { ...process.env, TEST_DATABASE_URL: postgres.url },
      },
    );
    console.log(`${code === 0 ? 'passed' : 'failed'} on PostgreSQL in ${seconds(tookMs)}`);
    return code;
  } finally {
    await postgres.remove();
  }
}

process.exitCode = await main(process.argv.slice(2));
