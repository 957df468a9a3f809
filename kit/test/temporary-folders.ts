import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Gives the tests a folder for temporary files: no test has to remove its own.
 * @returns removes it after the last test
 */
export default function setUp(): () => void {
  const before = process.env['TMPDIR'];
  const folder = mkdtempSync(path.join(tmpdir(), 'voltframe-kit-'));
  process.env['TMPDIR'] = folder;
  return () => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    rmSync(folder, { recursive: true, force: true });
  };
}
