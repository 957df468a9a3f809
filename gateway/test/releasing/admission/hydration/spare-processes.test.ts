import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { createSpareProcesses } from '../../../../src/releasing/admission/hydration/spare-processes.ts';

const started: ChildProcess[] = [];
const waits = ['-e', 'setInterval(() => {}, 1_000)'];
afterEach(() => started.splice(0).forEach((child) => child.kill('SIGKILL')));

/** @param command that runs for the nth of them. */
function open(
  command: (nth: number) => [file: string, ...args: string[]] = () => [process.execPath, ...waits],
) {
  const kinds: string[] = [];
  const spares = createSpareProcesses((kind: string) => {
    const [file, ...args] = command(kinds.push(kind));
    const child = spawn(file, args, { stdio: 'ignore' });
    started.push(child);
    return child;
  });
  return { spares, kinds };
}

test('a process that was started ahead is taken once, by who needs one of its kind', () => {
  const { spares, kinds } = open();
  spares.prepare(['server', 'visitor']);
  expect(spares.take('visitor')).toBe(started[1]);
  expect(kinds).toEqual(['server', 'visitor']);
  expect(spares.take('visitor')).toBe(started[2]);
  expect(kinds).toEqual(['server', 'visitor', 'visitor']);
});

test('whoever prepares again starts none of those that wait', () => {
  const { spares, kinds } = open();
  spares.prepare(['server']);
  spares.prepare(['server', 'visitor']);
  expect(kinds).toEqual(['server', 'visitor']);
});

test('one that has ended meanwhile is not taken', async () => {
  const { spares } = open((nth) => [process.execPath, ...(nth === 1 ? ['-e', ''] : waits)]);
  spares.prepare(['server']);
  await once(started[0]!, 'exit');
  expect(spares.take('server')).toBe(started[1]);
});

test('one that could not be started is not taken, and ends nobody else', async () => {
  const { spares } = open((nth) => (nth === 1 ? ['/no/such/program'] : [process.execPath, ...waits]));
  spares.prepare(['server']);
  await once(started[0]!, 'error');
  expect(spares.take('server')).toBe(started[1]);
});

test('those that nobody took end, and the others go on', async () => {
  const { spares } = open();
  spares.prepare(['server', 'visitor']);
  const taken = spares.take('server');
  const ended = once(started[1]!, 'exit');
  spares.end();
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect([taken.exitCode, taken.signalCode]).toEqual([null, null]);
  expect(spares.take('visitor')).toBe(started[2]);
});
