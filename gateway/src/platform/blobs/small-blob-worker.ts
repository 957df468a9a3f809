/** The thread that writes small blobs: a disk takes its time over each commit, and nobody else waits for that. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadAnswer } from '../processes/asked-thread.ts';
import { openSmallBlobTable, type SmallBlobChange } from './small-blob-table.ts';

const table = openSmallBlobTable(workerData as string);

parentPort?.on('message', (changes: SmallBlobChange[]) => {
  const answer = change(changes);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(changes.map(() => answer));
});

/** What was asked for together is one commit: it takes as long as one of a single change. */
function change(changes: SmallBlobChange[]): ThreadAnswer<undefined> {
  try {
    table.change(changes);
    return { value: undefined };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
