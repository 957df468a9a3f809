/** The thread that reads release folders: a disk may take any time over it, so it is nobody else's. */
import { parentPort } from 'node:worker_threads';
import { lookAt, readBounded } from './bounded-file.ts';
import type { ThreadAnswer } from '../../../platform/processes/asked-thread.ts';
import type { FolderFound, FolderQuestion } from './folder-reader.ts';

parentPort?.on('message', (questions: FolderQuestion[]) => {
  const bodies: ArrayBuffer[] = [];
  const answers = questions.map((question): ThreadAnswer<FolderFound> => {
    try {
      if ('files' in question) return { value: lookAt(question.folder, question.files) };
      const value = readBounded(question.base, question.file, question.most);
      if (value.ok && value.body) bodies.push(value.body.buffer as ArrayBuffer);
      return { value };
    } catch (error) {
      return { error: (error as Error).message };
    }
  });
  parentPort?.postMessage(answers, bodies);
});
