import type { ForeignSources } from '@voltframe/kit/contract/routing/foreign-sources';

/** Of documents: no script runs that neither import map nor whoever asks for it says what must be in it. */
export const INTEGRITY_POLICY = 'blocked-destinations=(script)';

/**
 * The Content-Security-Policy of an answer. Hashes, no nonce: documents are cached.
 * @param scriptHashes base64 sha-256 of each inline script: the bootstrap and the import map.
 * @param foreign what the page may load from other sites.
 */
export function contentSecurityPolicy(scriptHashes: string[], foreign: ForeignSources = {}): string {
  const scripts = ["'self'", ...scriptHashes.map((hash) => `'sha256-${hash}'`)];
  const sourcesOf = (directive: keyof ForeignSources, ...own: string[]): string[] => {
    const sources = [...own, ...(foreign[directive] ?? [])];
    return sources.length > 0 ? [`${directive} ${sources.join(' ')}`] : [];
  };
  return [
    "default-src 'none'",
    `script-src ${scripts.join(' ')}`,
    "style-src 'self'",
    ...sourcesOf('img-src', "'self'", 'data:'),
    "font-src 'self'",
    ...sourcesOf('connect-src', "'self'"),
    ...sourcesOf('frame-src'),
    ...sourcesOf('media-src'),
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}
