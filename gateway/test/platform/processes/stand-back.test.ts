import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { standBack } from '../../../src/platform/processes/stand-back.ts';

test('a process that stands back is that much nicer than this one, and never beyond what there is', async () => {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'spawn');
  standBack(child, 7);
  expect(getPriority(child.pid)).toBe(Math.min(19, getPriority() + 7));
  standBack(child, 100);
  expect(getPriority(child.pid)).toBe(19);
});

test('one that has ended, or never began, is let be', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  expect(() => [standBack(child), standBack({})]).not.toThrow();
});
