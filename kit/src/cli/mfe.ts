#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { EXIT } from './command.ts';
import { useProxies } from './proxy.ts';
import { run } from './run.ts';

/** Returns to the start of the line and clears it. */
const CLEAR_LINE = '\r\u001B[K';
/** Time limit of the end of a command after a signal: requests of an origin are answered, children stopped. */
const GRACE_MS = 10_000;
/**
 * A second signal within this time is the same one, because npm forwards a signal that the terminal sent to all
 * processes.
 */
const SAME_MS = 500;

// Compiling takes half of the time in which a command loads.
enableCompileCache();

const argv = process.argv.slice(2);
// A build changes the release folder only at its end, so there is no need to wait.
const graceMs = argv[0] === 'build' && !argv.includes('--watch') ? 0 : GRACE_MS;
const ending = new AbortController();
let toldAt: number | undefined;
// SIGHUP: the terminal is closed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (toldAt !== undefined && Date.now() - toldAt > SAME_MS) process.exit(EXIT.interrupted);
    toldAt ??= Date.now();
    ending.abort();
    setTimeout(() => process.exit(EXIT.interrupted), graceMs).unref();
  });
}
// A closed pipe (`mfe history | head`, `mfe dev 2>&1 | tee` at its end) is no error, and started processes still have
// to be stopped.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

/** The command as it was called, so that commands in help and errors can be copied. */
function typedCommand(): string {
  const script = path.relative(process.cwd(), process.argv[1] ?? '');
  if (script.endsWith('.ts')) return `node ${script}`;
  return script.startsWith('node_modules') ? 'npx mfe' : 'mfe';
}

useProxies(process.env);
process.exitCode = await run(argv, {
  env: { MFE_COMMAND: typedCommand(), ...process.env },
  cwd: process.cwd(),
  print: (text) => console.log(text),
  tell: (text) => void process.stderr.write(text),
  overwrite: process.stderr.isTTY ? (text) => void process.stderr.write(CLEAR_LINE + text) : undefined,
  fetch,
  now: Date.now,
  signal: ending.signal,
});
