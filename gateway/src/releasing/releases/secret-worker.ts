/** The thread that looks for secrets in what comes in: tens of thousands of files may, and nobody else waits for that. */
import { parentPort } from 'node:worker_threads';
import { findSecrets, type FoundSecret } from '@voltframe/kit/packaging/find-secrets';
import type { ThreadAnswer } from '../../platform/processes/asked-thread.ts';

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

parentPort?.on('message', (bodies: Uint8Array[]) => {
  const answers = bodies.map((body): ThreadAnswer<FoundSecret[]> => ({
    value: findSecrets(utf8.decode(body)),
  }));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(answers);
});
