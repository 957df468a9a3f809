/** The thread that parses scripts of releases: what it is given may take any time, so it is nobody else's. */
import { parentPort } from 'node:worker_threads';
import { parseScript } from './script-imports.ts';

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.on('message', (source: string) => parentPort?.postMessage(parseScript(source)));
