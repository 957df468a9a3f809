import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { workspaceAbove } from '../../../src/cli/workspace/find-workspace.ts';
import { temporaryFolder } from '../../packaging/fixtures/releases.ts';

const root = temporaryFolder();
afterAll(() => rmSync(root, { recursive: true, force: true }));
const inside = path.join(root, 'checkout/mfe-blog/src');
mkdirSync(inside, { recursive: true });
mkdirSync(path.join(root, 'checkout/gateway'));
writeFileSync(path.join(root, 'checkout/pnpm-workspace.yaml'), '');

it.each([inside, path.join(root, 'checkout')])('finds the checkout from %s', (folder) => {
  expect(workspaceAbove(folder)).toBe(path.join(root, 'checkout'));
});

it('takes a workspace that a team has of its own for none', () => {
  writeFileSync(path.join(root, 'pnpm-workspace.yaml'), '');
  expect(workspaceAbove(root)).toBeUndefined();
});
