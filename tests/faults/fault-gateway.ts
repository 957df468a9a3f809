import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createOperatorToken } from '../../gateway/src/operator-token.ts';
import { freePort } from '../../gateway/test/fixtures/free-port.ts';

const root = path.resolve(import.meta.dirname, '../..');
const START_LIMIT_MS = 240_000;

/** A real gateway that takes releases by push only. */
export interface FaultGateway {
  url: string;
  opsUrl: string;
  /** Of an operator. */
  token: string;
  pid: number;
  dataDir: string;
  /** kill -9. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** @param options.dataDir of an earlier gateway, to start again from; it is kept then. */
export async function startFaultGateway(
  options: { dataDir?: string; env?: Record<string, string>; token?: string } = {},
): Promise<FaultGateway> {
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), 'voltframe-fault-'));
  const token = options.token ?? (await createOperatorToken({ DATA_DIR: dataDir }, 'faults'));
  const [port, opsPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [path.join(root, 'gateway/src/server.ts')], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: String(port),
      OPS_PORT: String(opsPort),
      DATA_DIR: dataDir,
      RELEASES: 'none',
      LOG_LEVEL: 'silent',
      // Only what is about that hydrates: it takes seconds.
      ADMISSION_HYDRATION: '0',
      // However busy the machine is.
      ADMISSION_TIMEOUT: '10m',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  await new Promise<void>((started, fail) => {
    const timer = setTimeout(() => fail(new Error('the gateway did not start in time')), START_LIMIT_MS);
    child.stdout.on('data', (text) => String(text).includes('http://') && (clearTimeout(timer), started()));
    child.once('exit', (code) => fail(new Error(`the gateway ended with ${code}`)));
  });
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await exited;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    opsUrl: `http://127.0.0.1:${opsPort}`,
    token,
    pid: child.pid!,
    dataDir,
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGTERM');
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
