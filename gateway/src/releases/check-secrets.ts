import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Finding, finding } from '@voltframe/kit/contract/operations/finding';
import type { Release } from '@voltframe/kit/contract/release/release';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import { findSecrets, type FoundSecret, isReadForSecrets } from '@voltframe/kit/packaging/find-secrets';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import { LRUCache } from 'lru-cache';
import { createReleasePositions, type ReadBlob } from '../failures/release-positions.ts';

/** Looks for secrets in the files of a release. @returns each once, by the line of its source where that is known. */
export type SecretCheck = (release: Release, signal: AbortSignal) => Promise<Finding[]>;

const REMEMBERED = 5_000;
/** Characters that are shown of one: enough to find it. */
const SHOWN = 6;

/** @param read gives the files of releases. */
export function createSecretCheck(read: ReadBlob): SecretCheck {
  const clean = new LRUCache<string, true>({ max: REMEMBERED });
  const positions = createReleasePositions(read);
  return async (release, signal) => {
    const allowed = new Set((release.notSecret ?? []).map((entry) => entry.sha256));
    const told = new Map<string, Finding>();
    for (const [file, { sha256: name }] of Object.entries(release.files)) {
      if (signal.aborted || !isReadForSecrets(file) || clean.has(name)) continue;
      let found = 0;
      for (const secret of findSecrets(String((await read(name)) ?? ''))) {
        if (secret) found++;
        else await nextTurn();
        if (!secret || allowed.has(sha256(secret.text)) || told.has(secret.text)) continue;
        told.set(secret.text, await describe(file, secret));
      }
      if (found === 0 && !signal.aborted) clean.set(name, true);
    }
    return [...told.values()];

    async function describe(file: string, { what, text, line, column }: FoundSecret): Promise<Finding> {
      const bundle = `${release.app}@${release.digest.slice(0, 12)}`;
      const source = (await positions([release])(bundle, file))?.find(line, column);
      const place = source ?? `${file}, line ${line},`;
      const shown = `${text.slice(0, SHOWN)}…`;
      return finding(release.app, admissionErrors.SECRET({ place, what, shown }));
    }
  };
}
