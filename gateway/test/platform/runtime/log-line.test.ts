import { expect, onTestFinished, test, vi } from 'vitest';
import { reportFailure } from '../../../src/platform/runtime/log-line.ts';

test.each([
  [true, ['no disk\n', 'no port\n']],
  [false, [expect.stringMatching(/^\{"level":50.*"no disk"\}\n$/), expect.stringContaining('no port')]],
])('a failure is a plain text at a terminal (%s), else a line of the log', (isTTY, expected) => {
  const written: unknown[] = [];
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean(written.push(text)));
  const before = process.stderr.isTTY;
  process.stderr.isTTY = isTTY;
  onTestFinished(() => {
    write.mockRestore();
    process.stderr.isTTY = before;
  });
  reportFailure('no disk', 'no port');
  expect(written).toEqual(expected);
});
