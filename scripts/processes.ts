import { type SpawnOptions, spawn } from 'node:child_process';
import { root } from './apps.ts';

export interface Finished {
  /** Exit code; 1 when a signal ended the process. */
  code: number;
  /** Standard output and standard error, unless inherited. */
  output: string;
  tookMs: number;
}

/** Runs a script in the checkout with the current Node. @param options `stdio: 'inherit'` shows the output. */
export async function runNode(argv: string[], options: SpawnOptions = {}): Promise<Finished> {
  const started = performance.now();
  const child = spawn(process.execPath, argv, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise<number>((resolve) => {
    child.on('error', () => resolve(1));
    child.on('close', (status) => resolve(status ?? 1));
  });
  return { code, output: Buffer.concat(chunks).toString(), tookMs: performance.now() - started };
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
