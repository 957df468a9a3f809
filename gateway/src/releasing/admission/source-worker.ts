/** The thread that parses what releases have for browsers: what it is given may take any time, so it is nobody else's. */
import { parentPort } from 'node:worker_threads';
import { checkStylesheet } from '@voltframe/kit/packaging/check-stylesheet';
import { parseScript } from './script-imports.ts';
import type { Source } from './source-parser.ts';

parentPort?.on('message', (source: Source) => {
  const read =
    'script' in source
      ? parseScript(source.script)
      : checkStylesheet(source.css, { app: source.app, stage: 'built' });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(read);
});
