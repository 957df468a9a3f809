import { canonicalJson } from './canonical-json.ts';
import type { Composition } from './composition.ts';
import type { Release } from './release.ts';

/** sha-256 of a text's UTF-8 bytes, in hexadecimal. */
export type Sha256 = (text: string) => string;

/** @returns the digest of a release: of the canonical JSON of every field but `digest` itself. */
export function releaseDigest(release: Omit<Release, 'digest'>, sha256: Sha256): string {
  const { digest: _, ...content } = release as Release;
  return sha256(canonicalJson(content));
}

/** What a composition's id is the digest of: the releases and the site's configuration; all else follows from them. */
export function compositionId({ apps, site }: Pick<Composition, 'apps' | 'site'>, sha256: Sha256): string {
  return sha256(canonicalJson({ apps, site })).slice(0, 32);
}
