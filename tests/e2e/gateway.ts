import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const START_LIMIT_MS = 240_000;
const STOP_LIMIT_MS = 10_000;
/** The site's url in tests: another than the one they visit, so that one made from `Host` is noticed. */
export const SITE_URL = 'https://voltframe.example';

export interface Gateway {
  /** Where it listens: `http://127.0.0.1:43210`. */
  url: string;
  /** All it has printed so far. */
  output(): string;
  stop(): Promise<void>;
}

/**
 * Starts the real gateway with the built apps, on a free port, with a data folder of its own.
 * @param env settings that differ
 * @throws with its output, when it ends or says no address in time
 */
export async function startGateway(env: Record<string, string> = {}): Promise<Gateway> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'voltframe-e2e-'));
  // Every page is hydrated by Chromium here; without one by tests/faults/bad-releases.test.ts.
  const settings = {
    PORT: '0',
    HOST: '127.0.0.1',
    OPS_PORT: '0',
    DATA_DIR: dataDir,
    SITE_URL,
    ADMISSION_HYDRATION: '0',
    // However busy the machine is.
    ADMISSION_TIMEOUT: '10m',
    RENDER_TIMEOUT: '60s',
    ...env,
  };
  const child = spawn(process.execPath, [path.join(root, 'gateway/src/server.ts')], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  let stopping = false;
  child.once('exit', (code, signal) => {
    if (!stopping) console.error(`the gateway ended with ${code ?? signal}:\n${output}`);
  });
  const stop = async (): Promise<void> => {
    stopping = true;
    await end(child);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    return { url: await address(child), output: () => output, stop };
  } catch (cause) {
    await stop();
    throw new Error(`the gateway did not start:\n${output}`, { cause });
  }
}

/** Its last line of the start is its address. */
function address(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const timer = setTimeout(() => reject(new Error('no address in time')), START_LIMIT_MS);
    child.stdout!.on('data', (chunk) => {
      printed += chunk;
      const url = /^(http:\/\/\S+)$/m.exec(printed)?.[1];
      if (url) resolve(url.replace(/\/$/, ''));
    });
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
    child.once('exit', () => clearTimeout(timer));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  await ended;
  clearTimeout(timer);
}
