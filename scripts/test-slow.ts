import { lastLines, sumOf } from './outcome.ts';
import { runTests, slowTests } from './vitest.ts';

/** `npm run test:slow [-- word…]`: the tests that take too long for `npm test`; words select files. */
const outcome = sumOf([await runTests('slow', slowTests(process.argv.slice(2)))]);
process.exitCode = outcome.failed.length > 0 ? 1 : 0;
console.log(lastLines(outcome).join('\n'));
