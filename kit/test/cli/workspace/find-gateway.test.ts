import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findGateway, releaseCache, workspaceAbove } from '../../../src/cli/workspace/find-gateway.ts';
import { temporaryFolder } from '../../temporary-folders.ts';

const BIN = JSON.stringify({ name: '@voltframe/gateway', bin: { 'voltframe-gateway': './bin/gateway.cjs' } });
const root = temporaryFolder({
  'checkout/pnpm-workspace.yaml': '',
  'checkout/gateway/src/server.ts': '',
  'checkout/mfe-blog/node_modules/@voltframe/gateway/package.json': BIN,
  'notes/node_modules/@voltframe/gateway/package.json': BIN,
  'bare/package.json': '{}',
});

it('returns the gateway of the checkout, even if one is installed', () => {
  const checkout = path.join(root, 'checkout');
  const found = findGateway(path.join(checkout, 'mfe-blog'));
  expect(found).toEqual({ script: path.join(checkout, 'gateway/src/server.ts'), root: checkout });
});

it('returns the gateway that is installed beside the app', () => {
  const notes = path.join(root, 'notes');
  const found = findGateway(notes);
  expect(found.script).toBe(path.join(notes, 'node_modules/@voltframe/gateway/bin/gateway.cjs'));
  expect(releaseCache(found)).toBe(path.join(notes, '.cache/live-releases'));
});

it('names the folder without an installed gateway', () => {
  const bare = path.join(root, 'bare');
  expect(() => findGateway(bare)).toThrow(expect.objectContaining({ code: 'CLI_NO_GATEWAY' }));
  expect(() => findGateway(bare)).toThrow(bare);
});

it.each(['checkout/mfe-blog/src', 'checkout'])('finds the checkout from %s', (folder) => {
  expect(workspaceAbove(path.join(root, folder))).toBe(path.join(root, 'checkout'));
});

it('ignores a workspace without a gateway', () => {
  writeFileSync(path.join(root, 'pnpm-workspace.yaml'), '');
  expect(workspaceAbove(root)).toBeUndefined();
});
