import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  type ChildEnd,
  lowerPriority,
  spawnClosed,
  SupervisedChild,
} from '../../../src/platform/runtime/supervised-child.ts';
import { playedChild } from '../../fixtures/played-child.ts';
import { testFolder } from '../../fixtures/test-database.ts';

/** Runs a script as a render child until the end of the test. @returns the child and its first message. */
async function startChild(source: string, more: { niceness?: number } = {}) {
  const script = path.join(testFolder(), 'script.mjs');
  await writeFile(script, source);
  const child = spawnClosed(script, [path.dirname(script)], { memoryBytes: 128 * 1024 * 1024, ...more });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [message] = (await once(child, 'message')) as [unknown];
  return { child, message };
}

const WAITS = 'process.send(1); process.on("message", () => {});';

test.each(['node:sqlite', 'node:fs'])('a child cannot read a file of the gateway with %s', async (name) => {
  const secret = path.join(testFolder(), 'site.db');
  await writeFile(secret, '');
  const { message } = await startChild(`
    const open = (module) => module.DatabaseSync
      ? new module.DatabaseSync(${JSON.stringify(secret)}).prepare('select 1').get()
      : module.readFileSync(${JSON.stringify(secret)});
    const result = await import(${JSON.stringify(name)}).then(open).then(() => 'opened', (error) => error.code);
    process.send(result);`);
  expect(message).toMatch(/^ERR_/);
});

const onLinux = process.platform === 'linux';
const NEEDS_LINUX = { meta: { needs: 'it needs the /proc of Linux' } };

test.runIf(onLinux)('the operating system limits a child, without any output', NEEDS_LINUX, async () => {
  const { child } = await startChild(WAITS);
  let output = '';
  child.stderr!.on('data', (text) => (output += String(text)));
  const limits = await readFile(`/proc/${child.pid}/limits`, 'utf8');
  const limit = (name: string) => new RegExp(`^Max ${name}\\s+(\\S+)`, 'm').exec(limits)?.[1];
  expect(['file size', 'core file size', 'open files'].map(limit)).toEqual(['0', '0', '32']);
  const [score, own] = await Promise.all([child.pid, 'self'].map(oomScore));
  expect(score).toBe(Math.min(1_000, own! + 500));
  expect(output).toBe('');
});

async function oomScore(pid: unknown): Promise<number> {
  return Number(await readFile(`/proc/${String(pid)}/oom_score_adj`, 'utf8'));
}

/** A zombie does not count as running. */
async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z');
  return !stat.includes(') Z');
}

const hasSetpriv = spawnSync('setpriv', ['--pdeathsig', 'KILL', 'true']).status === 0;
const NEEDS_SETPRIV = { meta: { needs: 'it needs setpriv of util-linux' } };

test.runIf(hasSetpriv)(
  'children end with a killed parent, also one in an endless loop',
  NEEDS_SETPRIV,
  async () => {
    const folder = testFolder();
    const source = path.resolve(import.meta.dirname, '../../../src/platform/runtime/supervised-child.ts');
    const [rests, loops, parent] = ['rests.mjs', 'loops.mjs', 'parent.mjs'].map((name) =>
      path.join(folder, name),
    );
    await writeFile(rests!, WAITS);
    await writeFile(loops!, `${WAITS} setTimeout(() => { for (;;); });`);
    await writeFile(
      parent!,
      `import { spawnClosed } from ${JSON.stringify(source)};
       const start = (script) => {
         const child = spawnClosed(script, [${JSON.stringify(folder)}], { memoryBytes: 1 << 27 });
         return new Promise((done) => child.once('message', () => done(child.pid)));
       };
       console.log(JSON.stringify(await Promise.all(${JSON.stringify([rests, loops])}.map(start))));`,
    );
    const running = spawn(process.execPath, [parent!], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [output] = (await once(running.stdout, 'data')) as [Buffer];
    const children = JSON.parse(output.toString()) as number[];
    const areRunning = () => Promise.all(children.map(isRunning));
    expect(await areRunning()).toEqual([true, true]);
    running.kill('SIGKILL');
    await vi.waitFor(async () => expect(await areRunning()).toEqual([false, false]), { timeout: 20_000 });
  },
);

test('a child has the given niceness more than this process, up to the lowest priority', async () => {
  const { child } = await startChild(WAITS, { niceness: 7 });
  expect(getPriority(child.pid)).toBe(Math.min(19, getPriority() + 7));
  lowerPriority(child, 100);
  expect(getPriority(child.pid)).toBe(19);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(() => [lowerPriority(child, 1), lowerPriority({}, 1)]).not.toThrow();
});

interface Call {
  name: string;
  limits: { ms?: number; waitMs?: number; cpuMs?: number; idleMs?: number };
}

/** A supervised child, and its calls of the functions of its user. */
function supervised(options: { silentCpuMs?: number } = {}) {
  const played = playedChild();
  const overdue: string[] = [];
  const answers: unknown[] = [];
  const ends: (ChildEnd & { unfinished: string[] })[] = [];
  const child = new SupervisedChild<Call>({
    ...played,
    anonymousBytes: 1_000,
    ...options,
    overdue: ({ name }) => void overdue.push(name),
    partBytes: 30_000,
    answered: ({ name }, answer) => answers.push([name, answer]),
    received: (id, { head }) => answers.push([id, head]),
    ended: (end, unfinished) => ends.push({ ...end, unfinished: unfinished.map(({ name }) => name) }),
  });
  onTestFinished(() => child.end('the test is over'));
  const call = (name: string, limits: Call['limits'] = {}) => child.call({ name, limits }, { type: name });
  return { ...played, supervised: child, call, overdue, answers, ends };
}

test('calls are answered by their ids, once each and in any order', async () => {
  const { supervised: child, call, say, sent, answers, ends } = supervised();
  expect([call('a'), call('b'), child.inProgress]).toEqual([0, 1, 2]);
  expect(sent).toEqual([
    { type: 'a', id: 0 },
    { type: 'b', id: 1 },
  ]);
  await say({ id: 1, ok: true, result: 'of b' });
  await say({ id: 0, ok: false, error: { message: 'no', stack: 'at x' } });
  const again = { id: 1, ok: true, result: 'again' };
  const question = { id: 0, type: 'read', file: 'a' };
  for (const other of [again, question]) await say(other);
  expect(answers).toEqual([
    ['b', { result: 'of b' }],
    ['a', { result: undefined, error: { message: 'no', stack: 'at x' } }],
    [1, again],
    [0, question],
  ]);
  expect([child.inProgress, ends]).toEqual([0, []]);
});

test('the texts of an error are cut, and an error without texts has a default message', async () => {
  const { call, say, answers } = supervised();
  const long = 'x'.repeat(10_000);
  for (const error of [{ message: long, stack: long }, 7, null]) {
    const id = call('a');
    await say({ id, ok: 1, error });
  }
  const errors = (answers as [string, { error: { message: string; stack?: string } }][]).map(
    ([, { error }]) => error,
  );
  expect(errors.map(({ message, stack }) => [message.length, stack?.length])).toEqual([
    [2_000, 8_000],
    [28, undefined],
    [28, undefined],
  ]);
  expect(errors[1]!.message).toBe('it failed without saying why');
});

test.each([
  ['null', 'null', 'it sent what is no message'],
  ['a message without an id', { ok: true }, 'it sent what is no message'],
  ['an id that is text', { id: '0', ok: true }, 'it sent what is no message'],
  ['malformed JSON', '{', /JSON/],
  ['a message that is too large', { id: 0, ok: true, result: 'x'.repeat(30_000) }, /too large/],
])('a process that sends %s is ended', async (_, message, reason) => {
  const { call, say, ends, events } = supervised();
  call('a');
  await say(message);
  expect(ends).toMatchObject([{ reason: expect.stringMatching(reason), by: 'limit', unfinished: ['a'] }]);
  expect(events.killed).toEqual(['SIGKILL']);
});

test.each([
  ['with a full heap', 134, null, 'limit'],
  ['with a full heap', null, 'SIGABRT', 'limit'],
  ['by itself', 1, null, 'itself'],
  ['by a fault', null, 'SIGSEGV', 'itself'],
  ['by a signal from outside', null, 'SIGKILL', 'machine'],
  ['by a signal from outside', null, 'SIGTERM', 'machine'],
])('the end of a process %s (%s, %s) is caused by: %s', async (_, code, signal, by) => {
  const { call, events, stderr, ends } = supervised();
  call('a');
  stderr.write(`file:1\nSyntaxError: no\n${'x'.repeat(5_000)}`);
  await new Promise((done) => void setImmediate(done));
  events.emit('exit', code, signal);
  events.emit('error', new Error('reported again'));
  expect(ends).toMatchObject([{ by, stderr: 'SyntaxError: no', unfinished: ['a'] }]);
});

test('a call that exceeds the time limit of its process ends the process', async () => {
  const { call, ends } = supervised();
  call('a');
  call('slow', { ms: 1 });
  await expect.poll(() => ends).toMatchObject([{ by: 'limit', unfinished: ['a', 'slow'] }]);
  expect(ends[0]).toMatchObject({ reason: 'slow took longer than 1 ms' });
});

test('a call that waits too long fails alone, and its late answer is dropped', async () => {
  const { supervised: child, call, overdue, say, answers, ends } = supervised();
  call('a');
  call('slow', { waitMs: 1 });
  await expect.poll(() => overdue).toEqual(['slow']);
  expect([child.inProgress, child.unfinished().map(({ name }) => name)]).toEqual([1, ['a', 'slow']]);
  await say({ id: 1, ok: true, result: 'late' });
  await say({ id: 0, ok: true, result: 'of a' });
  expect([answers, ends]).toEqual([[['a', { result: 'of a' }]], []]);
});

test('a process that works without an answer is ended, and one that answers is not', async () => {
  const { call, say, works, ends } = supervised({ silentCpuMs: 2_000 });
  for (const name of ['a', 'b', 'c']) call(name);
  works(9, 450);
  await say({ id: 0, ok: true, result: {} });
  works(4, 450);
  await say({ id: 1, ok: true, result: {} });
  works(4, 450);
  expect(ends).toEqual([]);
  works(2, 450);
  expect(ends).toMatchObject([
    { by: 'limit', unfinished: ['c'], reason: 'it used 2000 ms of the processor without an answer' },
  ]);
});

test.each([
  ['exceeds its memory', { memory: 1_001 }, {}, 1, 0, /more than 1000 bytes of memory/],
  ['uses all of its memory', { memory: 1_000 }, {}, 1, 0, undefined],
  ['exceeds its processor time', {}, { cpuMs: 4_000 }, 9, 500, /more than 4000 ms of the processor/],
  ['uses all of its processor time', {}, { cpuMs: 4_000 }, 8, 500, undefined],
  ['is idle for too long', {}, { idleMs: 30_000 }, 62, 0, 'it waits without end'],
  ['seldom gets the processor', {}, { idleMs: 30_000 }, 500, 10, undefined],
])('a process is or is not ended when it %s during a call', (_, usage, limits, looks, cpuMs, reason) => {
  const played = supervised();
  played.usage.cpuMs = 50_000; // of earlier calls
  played.call('a', limits);
  Object.assign(played.usage, usage);
  played.works(looks, cpuMs);
  expect(played.ends.map((end) => end.reason)).toEqual(
    reason === undefined ? [] : [expect.stringMatching(reason)],
  );
});

test('a process that works between calls is ended', async () => {
  const { call, say, works, ends } = supervised();
  await say({ id: call('a'), ok: true });
  works(4, 500);
  expect(ends).toMatchObject([{ reason: 'it went on working while nothing was asked of it' }]);
});
