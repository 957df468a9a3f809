import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { spawnRenderChild, standBack } from '../../../src/platform/processes/supervised-child.ts';
import { testFolder } from '../../fixtures/test-database.ts';

/** Runs a script as a render child. @returns what it sent. */
async function runChild(source: string): Promise<unknown> {
  const script = path.join(testFolder(), 'script.mjs');
  await writeFile(script, source);
  const child = spawnRenderChild(script, [path.dirname(script)], { memoryBytes: 128 * 1024 * 1024 });
  try {
    const [message] = (await once(child, 'message')) as [unknown];
    return message;
  } finally {
    child.kill('SIGKILL');
  }
}

test.each(['node:sqlite', 'node:fs'])('a child reads no file of the gateway by %s', async (name) => {
  const secret = path.join(testFolder(), 'site.db');
  await writeFile(secret, '');
  const sent = await runChild(`
    const open = (module) => module.DatabaseSync
      ? new module.DatabaseSync(${JSON.stringify(secret)}).prepare('select 1').get()
      : module.readFileSync(${JSON.stringify(secret)});
    const told = await import(${JSON.stringify(name)}).then(open).then(() => 'opened', (error) => error.code);
    process.send(told);`);
  expect(sent).toMatch(/^ERR_/);
});

test.each([
  ['one that stands back', true, 10],
  ['any other one', false, 0],
])('%s has this priority: %#', async (_, standsBack, below) => {
  const script = path.join(testFolder(), 'script.mjs');
  await writeFile(script, 'process.send(1); process.on("message", () => {});');
  const limits = { memoryBytes: 128 * 1024 * 1024, standsBack };
  const child = spawnRenderChild(script, [path.dirname(script)], limits);
  try {
    await once(child, 'message');
    expect(getPriority(child.pid)).toBe(Math.min(19, getPriority() + below));
  } finally {
    child.kill('SIGKILL');
  }
});

const onLinux = process.platform === 'linux';
const NEEDS_LINUX = { meta: { needs: 'it needs the /proc of Linux' } };

test.runIf(onLinux)(
  'the operating system holds a child to its limits, and nothing is said of it',
  NEEDS_LINUX,
  async () => {
    const script = path.join(testFolder(), 'script.mjs');
    await writeFile(script, 'process.send(1); process.on("message", () => {});');
    const child = spawnRenderChild(script, [path.dirname(script)], { memoryBytes: 128 * 1024 * 1024 });
    let said = '';
    child.stderr!.on('data', (text) => (said += String(text)));
    try {
      await once(child, 'message');
      const limits = await readFile(`/proc/${child.pid}/limits`, 'utf8');
      const limit = (what: string) => new RegExp(`^Max ${what}\\s+(\\S+)`, 'm').exec(limits)?.[1];
      expect(['file size', 'core file size', 'open files'].map(limit)).toEqual(['0', '0', '32']);
      expect(said).toBe('');
    } finally {
      child.kill('SIGKILL');
    }
  },
);

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
