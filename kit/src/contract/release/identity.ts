/**
 * The source of a release, for people: not part of its digest, and not trusted. The same bytes may be built from
 * another commit.
 */
export type ReleaseIdentity = { [Name in keyof typeof LIMITS]?: string };

/** File beside `release.json`, not part of the digest. */
export const IDENTITY_FILE = 'release.identity.json';

/** Largest size of an identity file, in bytes. */
export const IDENTITY_BYTES = 8 * 1024;

/** Longest values, in characters; longer texts are cut, a longer address is dropped. */
const LIMITS = {
  commit: 64,
  branch: 120,
  /** First line of the commit's message. */
  message: 200,
  author: 100,
  /** As its `mfe.config.ts` names it. */
  team: 60,
  /** Of the commit or the pipeline; http or https. */
  url: 500,
};

/** Control characters and bidirectional controls, which would change how a list reads. */
const HIDDEN = /[\u0000-\u001F\u007F-\u009F\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]+/g;

/**
 * Parses an untrusted identity and drops its invalid parts.
 * @param raw a value as JSON gives it.
 * @returns undefined when nothing is left.
 */
export function cleanIdentity(raw: unknown): ReleaseIdentity | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  const identity: ReleaseIdentity = {};
  for (const [name, most] of Object.entries(LIMITS) as [keyof ReleaseIdentity, number][]) {
    const value: unknown = Object.hasOwn(raw, name) ? (raw as Record<string, unknown>)[name] : undefined;
    if (typeof value !== 'string') continue;
    const text = value
      .slice(0, 10 * most)
      .replace(HIDDEN, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    if (name === 'url' ? isWebAddress(text) && text.length <= most : text !== '')
      identity[name] = name === 'url' ? text : [...text].slice(0, most).join('');
  }
  return Object.keys(identity).length > 0 ? identity : undefined;
}

/** @param text content of an identity file. @returns undefined without a usable part. */
export function parseIdentity(text: string | undefined): ReleaseIdentity | undefined {
  if (text === undefined) return undefined;
  try {
    return cleanIdentity(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** After the commit that was checked out, where files of the app differed from it: as `git describe` says it. */
export const DIRTY = '-dirty';

/**
 * @param most characters of the message, for lists; the rest is cut off.
 * @returns `a1b2c3d Fix the form (ada)`, or its known parts; `a1b2c3d-dirty` for work that was not committed.
 */
export function identityText({ commit, message, author }: ReleaseIdentity, most = Infinity): string {
  const short = message && message.length > most ? `${message.slice(0, most - 1).trimEnd()}…` : message;
  const dirty = commit?.endsWith(DIRTY) ? DIRTY : '';
  const parts = [commit && commit.slice(0, 7) + dirty, short, author && `(${author})`];
  return parts.filter(Boolean).join(' ');
}

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}
