import { buildChanged } from './build.ts';
import { type Outcome, lastLines, sumOf } from './outcome.ts';
import { runNode } from './processes.ts';
import { runStoreTests } from './store-tests.ts';
import { browserTests, faultTests, runTests, unitTests } from './vitest.ts';

/** `npm test [-- arguments of vitest]`: builds, runs the tests, and prints their count in the last line. */
async function main(args: string[]): Promise<Outcome[]> {
  // Runs during the build and the unit tests, which need no programs. The other tests report a failed installation.
  const programs = runNode(['scripts/test-programs.ts'], { stdio: 'inherit' });
  const unbuilt = await buildChanged();
  if (unbuilt.length > 0) {
    const failed = unbuilt.map((app) => ({ name: app, reason: 'its build failed' }));
    return [{ passed: [], failed, skipped: [] }];
  }
  const selects = args.length > 0;
  const parts = [
    () => runTests('unit', unitTests(args), {}, selects),
    () => programs.then(() => runTests('browser', browserTests(args), {}, selects)),
    () => runTests('faults', faultTests(args), {}, selects),
    // Arguments select test files, and the selected files have already run.
    ...(selects ? [] : [runStoreTests]),
  ];
  const outcomes: Outcome[] = [];
  for (const part of parts) outcomes.push(await part().catch(crashed));
  return outcomes;
}

function crashed(error: unknown): Outcome {
  console.error(error);
  return { passed: [], failed: [{ name: 'a part of the tests', reason: String(error) }], skipped: [] };
}

const outcome = sumOf(await main(process.argv.slice(2)));
const none = outcome.passed.length + outcome.failed.length + outcome.skipped.length === 0;
if (none) console.error('No test was run: no test file has such a name.');
process.exitCode = outcome.failed.length > 0 || none ? 1 : 0;
console.log(`\n${lastLines(outcome).join('\n')}`);
