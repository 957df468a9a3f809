import type { ForeignSources } from '@voltframe/kit/contract/routing/foreign-sources';
import type { PagePolicy } from './page-policy.ts';

/**
 * Headers that every answer carries.
 * @param csp see `contentSecurityPolicy`.
 * @param hsts value of Strict-Transport-Security (RFC 6797); undefined: the header is not sent.
 */
export function securityHeaders(csp: string, hsts?: string): Record<string, string> {
  return {
    'content-security-policy': csp,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    ...(hsts !== undefined && { 'strict-transport-security': hsts }),
  };
}

/** The integrity policy of documents: every script needs a hash, from the import map or from its importer. */
export const INTEGRITY_POLICY = 'blocked-destinations=(script)';

/**
 * The Content-Security-Policy of an answer. Hashes, no nonce: documents are cached.
 * @param scriptHashes base64 sha-256 of each inline script: the bootstrap and the import map.
 * @param policy what the page declares.
 * @param styleHashes the same of each inline stylesheet.
 */
export function contentSecurityPolicy(
  scriptHashes: string[],
  { sources: foreign, runtimeStylesOf }: PagePolicy = { sources: {} },
  styleHashes: string[] = [],
): string {
  const own = (hashes: string[]): string => ["'self'", ...hashes.map((hash) => `'sha256-${hash}'`)].join(' ');
  const sourcesOf = (directive: keyof ForeignSources, ...first: string[]): string[] => {
    const sources = [...first, ...(foreign[directive] ?? [])];
    return sources.length > 0 ? [`${directive} ${sources.join(' ')}`] : [];
  };
  return [
    "default-src 'none'",
    [`script-src ${own(scriptHashes)}`, ...(foreign['script-src'] ?? [])].join(' '),
    // A hash would disable 'unsafe-inline'.
    runtimeStylesOf === undefined ? `style-src ${own(styleHashes)}` : "style-src 'self' 'unsafe-inline'",
    // A style attribute reaches its own element only, as a class of a stylesheet does.
    "style-src-attr 'unsafe-inline'",
    // `blob:` is what the page itself has made: the preview of a chosen file, a recording, a stream.
    ...sourcesOf('img-src', "'self'", 'data:', 'blob:'),
    "font-src 'self'",
    ...sourcesOf('connect-src', "'self'"),
    ...sourcesOf('frame-src'),
    ...sourcesOf('media-src', "'self'", 'blob:'),
    ...(foreign['worker-src'] ? sourcesOf('worker-src', "'self'") : []),
    ...sourcesOf('form-action', "'self'"),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/** An unambiguous media type; only a charset parameter is allowed. */
const PLAIN = /^([a-z]+\/[a-z\d][a-z\d.+-]*)(?:; ?charset=[a-z\d-]+)?$/i;
/**
 * Types that act on the whole site: of documents, whose scripts run with its rights, and of stylesheets, which apply to
 * each document that links them. Admission checks the stylesheets among the files of a release.
 */
const ACTING = new Set([
  'text/css',
  'text/html',
  'application/xhtml+xml',
  'image/svg+xml',
  'multipart/x-mixed-replace',
]);
const MAX_LENGTH = 100;

/**
 * @param type `Content-Type` that an app gives for one of its resources.
 * @returns whether it may be sent: well formed, and not the type of a document that runs scripts, or of a stylesheet.
 */
export function isResourceType(type: string): boolean {
  if (type.length > MAX_LENGTH) return false;
  const essence = PLAIN.exec(type)?.[1]?.toLowerCase();
  return essence !== undefined && !ACTING.has(essence);
}
