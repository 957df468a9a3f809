import { buildChanged } from './build.ts';
import { type Count, browserTests, runTests, unitTests } from './vitest.ts';

/** `npm test [-- vitest's arguments]`: builds, runs every test, and ends with a line that counts them. */
async function main(args: string[]): Promise<Count[]> {
  const unbuilt = await buildChanged();
  if (unbuilt.length > 0) {
    console.error(`test: could not build ${unbuilt.join(', ')}`);
    return [{ passed: 0, failed: unbuilt.length, skipped: 0 }];
  }
  return [await runTests('unit', unitTests(args)), await runTests('browser', browserTests(args))];
}

const counts = await main(process.argv.slice(2));
const sum = (key: keyof Count): number => counts.reduce((total, count) => total + count[key], 0);
// A run without a test proves nothing.
const failed = sum('failed') + Number(sum('passed') + sum('failed') === 0);
const skipped = sum('skipped');
process.exitCode = failed > 0 ? 1 : 0;
console.log(`\n${sum('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
