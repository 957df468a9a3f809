import { type Finding, finding } from '@voltframe/kit/contract/operations/verdict';
import { PACK_LIMITS } from '@voltframe/kit/contract/operations/operations';
import type { Release, ReleaseFile } from '@voltframe/kit/contract/release/release';
import { MB } from '@voltframe/kit/contract/units';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import { type FoundSecret, isReadForSecrets, findSecrets } from '@voltframe/kit/packaging/find-secrets';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import { LRUCache } from 'lru-cache';
import pMap from 'p-map';
import { createReleasePositions, type ReadBlob } from '../../observing/stacks/source-positions.ts';
import { createWorkerThread } from '../../platform/runtime/worker-thread.ts';
import { mostEntries } from '../../platform/runtime/most-entries.ts';

/** Most files in the cache: the number of files of the largest pack, so that a repeated pack is in the cache. */
const REMEMBERED = PACK_LIMITS.files;
const READ_AT_ONCE = 8;
/** Most findings of one release. */
const ENOUGH = 20;
/** The bytes of incoming files that may wait for the search; files beyond that are read again by the check. */
const WAITING_BYTES = 16 * MB;
/** Characters of a secret that are shown: enough to find it. */
const SHOWN = 6;

export interface SecretCheck {
  check: (release: Release, signal: AbortSignal) => Promise<Finding[]>;
  /** Searches a file while it is in memory; `check` does not read a file without a secret again. */
  look(file: string, name: string, body: Uint8Array): void;
}

/** @param read gives the files of releases. @param finder searches them. */
export function createSecretCheck(read: ReadBlob, finder: Pick<SecretFinder, 'find'>): SecretCheck {
  const clean = new LRUCache<string, true>(mostEntries(REMEMBERED));
  const positions = createReleasePositions(read);
  /** The files that were searched as they arrived. */
  const looking = new Map<string, Promise<unknown>>();
  let waitingBytes = 0;
  const find = async (name: string, body: Uint8Array): Promise<FoundSecret[]> => {
    const secrets = await finder.find(body);
    if (secrets.length === 0) clean.set(name, true);
    return secrets;
  };
  const secretsIn = async (name: string): Promise<FoundSecret[]> => {
    await looking.get(name);
    if (clean.has(name)) return [];
    const body = await read(name);
    return body ? find(name, body) : [];
  };
  /** Searches the files of a release for secrets. @returns each secret once, with the line of its source if known. */
  const check = async (release: Release, signal: AbortSignal): Promise<Finding[]> => {
    const allowed = new Set((release.notSecret ?? []).map((entry) => entry.sha256));
    const secrets = new Map<string, { file: string; secret: FoundSecret }>();
    const look = async ([file, { sha256: name }]: [string, ReleaseFile]): Promise<void> => {
      if (signal.aborted || secrets.size >= ENOUGH || !isReadForSecrets(file)) return;
      for (const secret of await secretsIn(name))
        if (!allowed.has(sha256(secret.text)) && !secrets.has(secret.text))
          secrets.set(secret.text, { file, secret });
    };
    await pMap(Object.entries(release.files), look, { concurrency: READ_AT_ONCE });
    const reported = [...secrets.values()].slice(0, ENOUGH);
    return Promise.all(reported.map(({ file, secret }) => describe(file, secret)));

    async function describe(file: string, { what, text, line, column }: FoundSecret): Promise<Finding> {
      const bundle = `${release.app}@${release.digest.slice(0, 12)}`;
      const source = await (await positions([release])(bundle, file))?.(line, column);
      const place = source ?? `${file}, line ${line}`;
      const shown = `${text.slice(0, SHOWN)}…`;
      return finding(release.app, admissionErrors.SECRET({ place, what, shown }));
    }
  };
  return {
    check,
    look(file: string, name: string, body: Uint8Array): void {
      if (!isReadForSecrets(file) || clean.has(name) || looking.has(name)) return;
      if (waitingBytes + body.length > WAITING_BYTES) return;
      waitingBytes += body.length;
      const looked = find(name, body)
        .catch(() => {}) // `check` searches the file again
        .finally(() => {
          looking.delete(name);
          waitingBytes -= body.length;
        });
      looking.set(name, looked);
    },
  };
}

/** Longest search of one file, in milliseconds, with the start of the thread. A bundle of 8 MB takes 0.2 s. */
const SEARCH_MS = 10_000;

export interface SecretFinder {
  /**
   * @param body a file of a release, as UTF-8.
   * @returns see `findSecrets`. @throws when the search takes longer than 10 s, or the thread ends during it.
   */
  find(body: Uint8Array): Promise<FoundSecret[]>;
  /** Ends the thread. */
  end: () => void;
}

/** Searches files of releases for secrets in a thread, because a push may contain tens of thousands. */
export function createSecretFinder(): SecretFinder {
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
    find(body: Uint8Array) {
      // A message with a part of a buffer would copy the whole buffer.
      const copy = new Uint8Array(body);
      return run(copy, [copy.buffer]);
    },
    end,
  };
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Runs in the thread. @public */
export function searchBody(body: Uint8Array): FoundSecret[] {
  return findSecrets(utf8.decode(body));
}
