import type { Composition } from './composition.ts';
import type { Release } from './release.ts';

/** sha-256 of a text's UTF-8 bytes, in hexadecimal. */
export type Sha256 = (text: string) => string;

/** @returns the digest of a release: of the canonical JSON of every field but `digest` itself. */
export function releaseDigest(release: Omit<Release, 'digest'>, sha256: Sha256): string {
  const { digest: _, ...content } = release as Release;
  return sha256(canonicalJson(content));
}

/** The input of a composition's id: the releases and the site configuration. The rest follows from them. */
export function compositionId({ apps, site }: Pick<Composition, 'apps' | 'site'>, sha256: Sha256): string {
  return sha256(canonicalJson({ apps, site })).slice(0, 32);
}

/**
 * JSON with sorted keys and no spaces, so that equal data has equal text (RFC 8785's rules for what JSON values
 * there are). Keys with undefined are left out, as JSON.stringify does.
 * @throws TypeError for values that JSON cannot represent: functions, symbols, bigint, NaN and infinities, undefined in
 *   arrays.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) return canonicalObject(value as Record<string, unknown>);
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`JSON cannot hold ${value}`);
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new TypeError(`JSON cannot hold ${typeof value}`);
  return text;
}

function canonicalObject(object: Record<string, unknown>): string {
  const members = Object.keys(object)
    .filter((key) => object[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key])}`);
  return `{${members.join(',')}}`;
}
