import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { watchDirectly } from '../../../src/build/watching/watch-directly.ts';

it('takes a folder that cannot be watched any more for a change', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'watched-'));
  const changes: (string | null)[] = [];
  const watcher = watchDirectly(folder, (name) => void changes.push(name));
  onTestFinished(() => {
    watcher.close();
    rmSync(folder, { recursive: true });
  });
  watcher.emit('error', new Error('EPERM'));
  expect(changes).toEqual([null]);
});
