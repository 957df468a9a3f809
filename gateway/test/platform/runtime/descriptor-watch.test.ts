import { closeSync, openSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  createDescriptorWatch,
  type Descriptors,
  readDescriptors,
} from '../../../src/platform/runtime/descriptor-watch.ts';

function watched() {
  const lines: string[] = [];
  let now: Descriptors | undefined;
  const note = (level: string) => (details: object, text: string) =>
    void lines.push(`${level} ${JSON.stringify(details)} ${text.split(/[:;]/)[0]}`);
  const look = createDescriptorWatch(() => now, { error: note('error'), warn: note('warn') } as never);
  return { lines, look: (open: number, most = 100) => ((now = { open, most }), look()) };
}

test('a shortage of file descriptors is logged once when it begins and once when it ends', () => {
  const { lines, look } = watched();
  for (const open of [10, 89, 90, 99, 85, 95, 79, 10]) look(open);
  expect(lines).toEqual([
    'error {"open":90,"most":100} file descriptors run out',
    'warn {"open":79,"most":100} there are enough file descriptors again',
  ]);
});

test('a shortage is logged when no descriptor is left for the look itself', () => {
  const { lines, look } = watched();
  look(Infinity, Infinity);
  expect(lines[0]).toContain('file descriptors run out');
});

test('an opened descriptor is counted', () => {
  const before = readDescriptors()!;
  const opened = Array.from({ length: 20 }, () => openSync('/dev/null', 'r'));
  const after = readDescriptors()!;
  for (const one of opened) closeSync(one);
  expect(before.most).toBeGreaterThan(before.open);
  expect(after.open - before.open).toBeGreaterThanOrEqual(20);
});
