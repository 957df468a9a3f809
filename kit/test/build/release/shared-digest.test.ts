import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { sharedDigest } from '../../../src/build/release/shared-digest.ts';
import { appOf } from '../fixtures/sample-app.ts';

const root = mkdtempSync(path.join(tmpdir(), 'shared-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const write = (file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};
const digest = () => sharedDigest(appOf({ name: 'shell', kind: 'shell' }, root));

it.each([
  ['src/app.tsx', true],
  ['src/server/renderer.tsx', true],
  ['src/layout/header.tsx', false],
  ['src/bootstrap.ts', false],
])("with a change of %s, remotes' pages may render differently: %s", (file, changes) => {
  write(file, 'one');
  const before = digest();
  expect(digest()).toBe(before);
  write(file, 'two');
  expect(digest() !== before).toBe(changes);
});

it('covers the versions of what is shared', () => {
  expect(Object.keys((JSON.parse(digest()) as { versions: object }).versions)).toContain('react-dom');
});
