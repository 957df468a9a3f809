import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { KIT_FOLDER, kitVersion } from '../../../src/cli/workspace/kit-version.ts';

it("returns the version of the kit's package.json", () => {
  expect(KIT_FOLDER).toBe(path.resolve(import.meta.dirname, '../../..'));
  expect(readFileSync(path.join(KIT_FOLDER, 'package.json'), 'utf8')).toContain(
    `"version": "${kitVersion()}"`,
  );
});
