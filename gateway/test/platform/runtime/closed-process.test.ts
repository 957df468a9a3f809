import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { lowerPriority, spawnClosed } from '../../../src/platform/runtime/closed-process.ts';
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
    const source = path.resolve(import.meta.dirname, '../../../src/platform/runtime/closed-process.ts');
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
