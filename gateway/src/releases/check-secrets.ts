import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Finding, finding } from '@voltframe/kit/contract/operations/finding';
import { PACK_LIMITS } from '@voltframe/kit/contract/operations/operations';
import type { Release, ReleaseFile } from '@voltframe/kit/contract/release/release';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import { findSecrets, type FoundSecret, isReadForSecrets } from '@voltframe/kit/packaging/find-secrets';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import { LRUCache } from 'lru-cache';
import pMap from 'p-map';
import { createReleasePositions, type ReadBlob } from '../failures/release-positions.ts';

export interface SecretCheck {
  /** Looks for secrets in the files of a release. @returns each once, by the line of its source where that is known. */
  check(release: Release, signal: AbortSignal): Promise<Finding[]>;
  /** Looks at one while it is at hand: if it is small and there is none in it, `check` need not read it. */
  look(file: string, name: string, body: Uint8Array): void;
}

/** As many files as all releases of a pack have: of one with more, none would be remembered when it comes again. */
const REMEMBERED = PACK_LIMITS.files;
const READ_AT_ONCE = 8;
/** Findings of one release: a team reads no more. */
const ENOUGH = 20;
/** Of a file that is looked at while it is at hand: others wait for that. */
const SMALL_BYTES = 64 * 1024;
/** Characters that are compared with one rule before others have their turn: a millisecond's. */
const SLICE = 128 * 1024;
/** Characters that are shown of one: enough to find it. */
const SHOWN = 6;

/**
 * @param read gives the files of releases.
 * @param pause lets others have their turn.
 */
export function createSecretCheck(read: ReadBlob, pause: () => Promise<unknown> = nextTurn): SecretCheck {
  const clean = new LRUCache<string, true>({ max: REMEMBERED });
  const positions = createReleasePositions(read);
  let compared = 0;
  const pauseAfter = async (characters: number): Promise<void> => {
    compared += characters;
    if (compared < SLICE) return;
    compared = 0;
    await pause();
  };
  const secretsIn = async (name: string): Promise<FoundSecret[]> => {
    const text = String((await read(name)) ?? '');
    const found: FoundSecret[] = [];
    for (const secret of findSecrets(text))
      if (secret) found.push(secret);
      else await pauseAfter(text.length);
    return found;
  };
  const check: SecretCheck['check'] = async (release, signal) => {
    const allowed = new Set((release.notSecret ?? []).map((entry) => entry.sha256));
    const found = new Map<string, { file: string; secret: FoundSecret }>();
    const look = async ([file, { sha256: name }]: [string, ReleaseFile]): Promise<void> => {
      if (signal.aborted || found.size >= ENOUGH || !isReadForSecrets(file) || clean.has(name)) return;
      const secrets = await secretsIn(name);
      if (secrets.length === 0) clean.set(name, true);
      for (const secret of secrets)
        if (!allowed.has(sha256(secret.text)) && !found.has(secret.text))
          found.set(secret.text, { file, secret });
    };
    await pMap(Object.entries(release.files), look, { concurrency: READ_AT_ONCE });
    const told = [...found.values()].slice(0, ENOUGH);
    return Promise.all(told.map(({ file, secret }) => describe(file, secret)));

    async function describe(file: string, { what, text, line, column }: FoundSecret): Promise<Finding> {
      const bundle = `${release.app}@${release.digest.slice(0, 12)}`;
      const source = (await positions([release])(bundle, file))?.find(line, column);
      const place = source ?? `${file}, line ${line},`;
      const shown = `${text.slice(0, SHOWN)}…`;
      return finding(release.app, admissionErrors.SECRET({ place, what, shown }));
    }
  };
  return {
    check,
    look(file, name, body) {
      if (!isReadForSecrets(file) || body.length > SMALL_BYTES || clean.has(name)) return;
      for (const secret of findSecrets(String(body))) if (secret) return;
      clean.set(name, true);
    },
  };
}
