import path from 'node:path';
import type { FoundSecret } from '@voltframe/kit/packaging/find-secrets';
import { createAskedThread, startThread } from '../../platform/processes/asked-thread.ts';

/** Looks for secrets in a thread of its own: visitors are answered meanwhile. */
export interface SecretFinder {
  /**
   * @param body a file of a release, as UTF-8.
   * @returns see `findSecrets`. @throws when the thread ends meanwhile.
   */
  find(body: Uint8Array): Promise<FoundSecret[]>;
  /** Ends the thread; what it has in hand is not looked at. */
  end(): void;
}

export interface SecretFinderOptions {
  /** Calls back after a time in milliseconds. @returns calls it off. */
  after(ms: number, callback: () => void): () => void;
}

export function createSecretFinder({ after }: SecretFinderOptions): SecretFinder {
  const script = path.join(import.meta.dirname, 'secret-worker');
  const { ask, end } = createAskedThread<Uint8Array<ArrayBuffer>, FoundSecret[]>({
    start: (events) =>
      startThread(events, script, 'the thread that looks for secrets', {
        transfer: (bodies) => bodies.map(({ buffer }) => buffer),
      }),
    after,
    over: 'nobody looks for secrets any more',
  });
  return {
    // A copy, which the thread takes over: of a part of something larger, a message would hold all of it.
    find: (body) => ask(new Uint8Array(body)),
    end,
  };
}
