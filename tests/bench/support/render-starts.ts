import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { spawnClosed } from '../../../gateway/src/platform/runtime/closed-process.ts';
import { createChildScripts } from '../../../gateway/src/platform/runtime/child-scripts.ts';
import { RenderClient } from '../../../gateway/src/serving/render/render-client.ts';
import { root } from './server-process.ts';
import { testTelemetry } from '../../../gateway/test/fixtures/test-telemetry.ts';

const ROUNDS = 9;
const MEMORY_BYTES = 256 * 1024 * 1024;

/** @returns the ms until the process of a small app has loaded it, and until an equally restricted empty Node runs */
export async function startTimes(): Promise<{ loaded: number[]; bare: number[] }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'voltframe-starts-'));
  const script = new URL('../../../gateway/src/serving/render/render-child.ts', import.meta.url);
  const { paths, folder } = createChildScripts(dataDir)([script]);
  const [loaded, bare]: number[][] = [[], []];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      bare!.push(await timeOf(startBare));
      loaded!.push(
        await timeOf(async () => {
          const process = createProcess(paths[0]!, folder);
          await process.start();
          return () => process.close();
        }),
      );
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  return { loaded: loaded!, bare: bare! };
}

async function timeOf(start: () => Promise<() => void>): Promise<number> {
  const began = performance.now();
  const end = await start();
  const took = performance.now() - began;
  end();
  return took;
}

/** Resolves when the script of the child has sent a message. */
function startBare(): Promise<() => void> {
  const child = spawn(process.execPath, ['--permission', '--no-warnings', '-e', 'process.send(1)'], {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return new Promise((done) => child.once('message', () => done(() => void child.kill('SIGKILL'))));
}

function createProcess(script: string, folder: string): RenderClient {
  const bundle = (app: string) => ({
    code: readFileSync(path.join(root, app, 'dist/server/server.cjs')),
    filename: `${app}/server.cjs`,
  });
  return new RenderClient({
    spawn: () => spawnClosed(script, [folder], { memoryBytes: MEMORY_BYTES }),
    load: async () => ({ app: 'legal', shell: bundle('shell'), own: bundle('mfe-legal') }),
    read: async () => undefined,
    memoryBytes: MEMORY_BYTES,
    timeoutMs: 10_000,
    now: () => performance.now(),
    owner: { app: 'legal', digest: '' },
    telemetry: testTelemetry(),
  });
}
