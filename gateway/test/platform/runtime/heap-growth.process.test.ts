import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const MODULE = pathToFileURL(
  path.resolve(import.meta.dirname, '../../../src/platform/runtime/heap-growth.ts'),
);
/** Keeps about 100 MB alive, and collects twice: V8 prints with the second collection when it would have come. */
const SCRIPT = `
import { limitHeapGrowth } from '${MODULE.href}';
if (process.argv[1] === 'limited') limitHeapGrowth();
globalThis.alive = Array.from({ length: 1e6 }, (_, at) => ({ numbers: [at, at, at] }));
gc();
gc();`;
const FLAGS = ['--max-semi-space-size=16', '--expose-gc', '--trace-gc', '--trace-gc-nvp'];

/** @returns the size of the old generation at which V8 collects it, as a multiple of what is alive. */
async function growth(...words: string[]): Promise<number> {
  const argv = [...FLAGS, '--input-type=module', '--eval', SCRIPT, ...words];
  const { stdout } = await promisify(execFile)(process.execPath, argv);
  const last = stdout.split('\n').findLast((line) => line.includes('"gc":"mc"')) ?? '';
  const figure = (name: string): number => Number(new RegExp(`"${name}":(\\d+)`).exec(last)?.[1]);
  return figure('old_gen_allocation_limit') / figure('end_object_size');
}

test('the old generation is collected before it has grown by its half, and without the limit later', async () => {
  expect(await growth('limited')).toBeLessThan(1.5);
  expect(await growth('unlimited')).toBeGreaterThan(1.5);
});
