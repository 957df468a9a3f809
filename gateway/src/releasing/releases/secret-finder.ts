import { findSecrets, type FoundSecret } from '@voltframe/kit/packaging/find-secrets';
import { createWorkerThread } from '../../platform/runtime/worker-thread.ts';

/** Longest search of one file, in milliseconds, with the start of the thread. A bundle of 8 MB takes 0.2 s. */
const SEARCH_MS = 10_000;

export type SecretFinder = ReturnType<typeof createSecretFinder>;

/** Searches files of releases for secrets in a thread, because a push may contain tens of thousands. */
export function createSecretFinder() {
  const { run, end } = createWorkerThread<Uint8Array, FoundSecret[]>({
    module: import.meta.filename,
    name: 'searchBody',
    limit: {
      ms: SEARCH_MS,
      reason: 'the search of a file for secrets takes longer than 10 s',
      blocks: false,
    },
  });
  return {
    /**
     * @param body a file of a release, as UTF-8.
     * @returns see `findSecrets`. @throws when the search takes longer than 10 s, or the thread ends during it.
     */
    find(body: Uint8Array) {
      // A message with a part of a buffer would copy the whole buffer.
      const copy = new Uint8Array(body);
      return run(copy, [copy.buffer]);
    },
    /** Ends the thread. */
    end,
  };
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Runs in the thread. @public */
export function searchBody(body: Uint8Array): FoundSecret[] {
  return findSecrets(utf8.decode(body));
}
