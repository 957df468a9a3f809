import { appFolders, FIXTURE_FOLDERS } from './apps.ts';
import { buildChanged } from './build.ts';
import { type Outcome, lastLines, sumOf } from './outcome.ts';
import { runNode } from './processes.ts';
import { runStoreTests } from './store-tests.ts';
import { browserTests, faultTests, runTests, unitTests } from './vitest.ts';

/** `npm test [-- arguments of vitest]`: builds, runs the tests, and prints their count in the last line. */
async function main(args: string[]): Promise<Outcome[]> {
  const selects = args.length > 0;
  const run = (name: string, argv: string[]) => runTests(name, argv, {}, selects).catch(crashed);
  // Unit tests often wait for processes. They need neither built apps nor programs, which the other tests report
  // missing.
  const [unit, unbuilt] = await Promise.all([
    run('unit', unitTests(args)),
    buildChanged([...appFolders(), ...FIXTURE_FOLDERS]),
    runNode(['scripts/test-programs.ts'], { stdio: 'inherit' }),
  ]);
  if (unbuilt.length > 0) {
    const failed = unbuilt.map((app) => ({ name: app, reason: 'its build failed' }));
    return [unit, { passed: [], failed, skipped: [] }];
  }
  const browser = await run('browser', browserTests(args));
  const faults = run('faults', faultTests(args));
  // Arguments select test files, and the selected files have already run.
  const stores = selects ? [] : [runStoreTests().catch(crashed)];
  return [unit, browser, ...(await Promise.all([faults, ...stores]))];
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
