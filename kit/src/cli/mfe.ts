#!/usr/bin/env node
import path from 'node:path';
import { run } from './run.ts';

/** Longest that a command may take to end when asked to: requests of an origin are answered, children stopped. */
const GRACE_MS = 10_000;

const argv = process.argv.slice(2);
// A build leaves the release folder as it was until its last moment: nothing to wait for.
const graceMs = argv[0] === 'build' && !argv.includes('--watch') ? 0 : GRACE_MS;
const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    ending.abort();
    setTimeout(() => process.exit(130), graceMs).unref();
  });
}
// A pipe that closes (`mfe history | head`) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

/** How it was called: what help and errors print can be typed as it stands. */
function typedCommand(): string {
  const script = process.argv[1] ?? '';
  return script.endsWith('.ts') ? `node ${path.relative(process.cwd(), script)}` : 'mfe';
}

process.exitCode = await run(argv, {
  env: { MFE_COMMAND: typedCommand(), ...process.env },
  cwd: process.cwd(),
  print: (text) => console.log(text),
  tell: (text) => void process.stderr.write(text),
  terminal: process.stderr.isTTY,
  fetch,
  now: Date.now,
  signal: ending.signal,
});
