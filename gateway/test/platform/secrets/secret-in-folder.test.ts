import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { secretInFolder } from '../../../src/platform/secrets/secret-in-folder.ts';

describe('a secret', () => {
  test('is made once, for nobody else to read, and stays', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'secrets-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const first = secretInFolder(folder, 'links');
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(secretInFolder(folder, 'links')).toBe(first);
    const file = path.join(folder, 'secrets', 'links');
    expect(readFileSync(file, 'utf8')).toBe(first);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(path.dirname(file))).toEqual(['links']);
  });
});
