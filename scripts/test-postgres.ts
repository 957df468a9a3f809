import { lastLines, sumOf } from './outcome.ts';
import { runStoreTests } from './store-tests.ts';

/** `npm run test:postgres`: the tests of the gateway's stores on PostgreSQL. Without PostgreSQL the command fails. */
const outcome = sumOf([await runStoreTests()]);
process.exitCode = outcome.failed.length > 0 ? 1 : 0;
console.log(lastLines(outcome).join('\n'));
