import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import {
  createSpareProcesses,
  startHydrationProcess,
} from '../../../../src/releasing/admission/hydration/hydration-process.ts';
import { playedChild } from '../../../fixtures/played-child.ts';

const PROFILE = { zone: 'UTC', locale: 'en-US', width: 1280, shiftMs: 0 };
const PAGE = { type: 'page', url: 'http://site/', html: '' } as const;
const turn = (): Promise<void> => new Promise((done) => void setImmediate(done));

function openProcess() {
  const played = playedChild();
  const process = startHydrationProcess({
    ...played,
    load: { type: 'load', scripts: [], imports: {}, tables: '', profile: PROFILE },
    sources: [],
    memoryBytes: 1_000,
  });
  onTestFinished(() => process.end());
  return { ...played, process };
}

test('a page waits until its process has loaded, once, and is not blamed for what that takes', async () => {
  const { process, sent, say, works } = openProcess();
  const asked = process.ask(PAGE);
  works(2, 5_000);
  expect(sent.map(({ type }) => type)).toEqual(['load']);
  await say({ id: 0, ok: true });
  await say({ id: 0, ok: true });
  expect(sent.map(({ type, id }) => [type, id])).toEqual([
    ['load', 0],
    ['page', 1],
  ]);
  await say({ id: 1, ok: true, result: 'hydrated' });
  expect(await asked).toBe('hydrated');
});

test.each([
  ['takes too much of the processor', 2, 5_000, { by: 'limit', message: expect.stringContaining('4000 ms') }],
  ['waits for what never comes', 200, 0, { by: 'limit', message: 'it waits without end' }],
])('a page that %s ends its process', async (_, looks, cpuMs, ended) => {
  const { process, say, works } = openProcess();
  await say({ id: 0, ok: true });
  const asked = process.ask(PAGE).catch((error: unknown) => error);
  await turn();
  works(looks, cpuMs);
  expect(await asked).toMatchObject(ended);
  expect(process.hasEnded).toBe(true);
  await expect(process.ask(PAGE)).rejects.toMatchObject(ended);
});

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
