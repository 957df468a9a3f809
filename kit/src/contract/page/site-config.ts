/** The site's settings (docs/behaviour.md 1.2). Part of every composition and of its id. */
export interface SiteConfig {
  readonly name: string;
  /** Origin, absolute and without trailing slash: `https://voltframe.example`. */
  readonly url: string;
  readonly description: string;
  /** Between the page's title and the site's name: `|`. */
  readonly separator: string;
  /** Handle with its `@`, or ''. */
  readonly twitter: string;
  /** BCP 47: `en`, `pt-BR`. */
  readonly defaultLocale: string;
  /** Whether search engines may list the site. */
  readonly indexable: boolean;
  /** Whether canonical paths end with a slash. */
  readonly trailingSlash: boolean;
  /** Whether canonical paths are lower-cased. */
  readonly canonicalLowercase: boolean;
}

export interface SiteConfigIssue {
  /** Name of the setting: `SITE_URL`. */
  name: string;
  reason: string;
  fix: string;
}

export type SiteConfigResult =
  | { ok: true; value: SiteConfig; warnings: SiteConfigIssue[] }
  | { ok: false; issues: SiteConfigIssue[] };

export interface SiteConfigDefaults {
  url: string;
  /** Whether this is production: adds the warning about localhost. Default false. */
  production?: boolean;
}

type Input = Record<string, string | undefined>;

const TRUE = new Set(['true', '1', 'yes', 'on']);
const FALSE = new Set(['false', '0', 'no', 'off']);
/** The tagline (docs/behaviour.md 1.3). */
const DESCRIPTION = 'A digital innovation lab that turns ideas into reality.';

/**
 * Reads the site's settings. Empty values count as absent.
 * @param input settings by their names (`SITE_NAME`…); names that are no settings are ignored.
 * @param defaults `url`: used when SITE_URL is absent.
 * @returns the configuration with warnings about what looks wrong, or every issue at once.
 */
export function parseSiteConfig(input: Input, defaults: SiteConfigDefaults): SiteConfigResult {
  const issues: SiteConfigIssue[] = [];
  const warnings: SiteConfigIssue[] = [];
  const read = (name: string, fallback: string): string => oneLine(input[name]) || fallback;
  const flag = (name: string, fallback: boolean): boolean => readFlag(input, name, fallback, issues);
  const value: SiteConfig = {
    name: read('SITE_NAME', 'Voltframe'),
    url: readUrl(read('SITE_URL', defaults.url), defaults.production ?? false, issues, warnings),
    description: read('SITE_DESCRIPTION', DESCRIPTION),
    separator: read('SITE_SEPARATOR', '|'),
    twitter: readTwitter(read('SITE_TWITTER', ''), issues),
    defaultLocale: readLocale(read('SITE_DEFAULT_LOCALE', 'en'), issues),
    indexable: flag('SITE_INDEXABLE', true),
    trailingSlash: flag('SITE_TRAILING_SLASH', false),
    canonicalLowercase: flag('SITE_CANONICAL_LOWERCASE', true),
  };
  return issues.length > 0 ? { ok: false, issues } : { ok: true, value, warnings };
}

function oneLine(text: string | undefined): string {
  return (text ?? '').replace(/[\s\u0000-\u001F\u007F]+/g, ' ').trim();
}

function readFlag(input: Input, name: string, fallback: boolean, issues: SiteConfigIssue[]): boolean {
  const text = oneLine(input[name]).toLowerCase();
  if (text === '') return fallback;
  if (!TRUE.has(text) && !FALSE.has(text)) {
    issues.push({ name, reason: `'${text}' is neither true nor false`, fix: 'Set it to true or false.' });
  }
  return TRUE.has(text);
}

function readUrl(
  text: string,
  production: boolean,
  issues: SiteConfigIssue[],
  warnings: SiteConfigIssue[],
): string {
  const name = 'SITE_URL';
  const url = parseUrl(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    const reason = `'${text}' is not the http(s) address of a site`;
    issues.push({ name, reason, fix: 'Give scheme and host only: https://example.com' });
    return text;
  }
  const warn = (reason: string, fix: string): unknown => warnings.push({ name, reason, fix });
  if (!/^https?:\/\//i.test(text))
    warn('The address has no scheme; https:// is taken', `Set it to ${url.origin}.`);
  if (url.pathname !== '/')
    warn('The address should not contain a path; it is left out', `Set it to ${url.origin}.`);
  if (url.search) warn('The address should not contain a query; it is left out', `Set it to ${url.origin}.`);
  if (url.hash) warn('The address should not contain a hash; it is left out', `Set it to ${url.origin}.`);
  if (production && /^(localhost|127(\.\d+){3}|\[::1\])$|\.localhost$/.test(url.hostname)) {
    warn('The address is this machine', 'Set it to the address that visitors use.');
  }
  return url.origin;
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function readTwitter(text: string, issues: SiteConfigIssue[]): string {
  const handle = text.replace(/^@/, '');
  if (handle === '') return '';
  if (!/^\w{1,15}$/.test(handle)) {
    const reason = `'${text}' is not a handle`;
    issues.push({
      name: 'SITE_TWITTER',
      reason,
      fix: 'Use up to 15 letters, digits and underscores: @example',
    });
  }
  return `@${handle}`;
}

function readLocale(text: string, issues: SiteConfigIssue[]): string {
  const locale = text.replaceAll('_', '-');
  if (!/^[a-z]{2,3}(-[a-z\d]{2,8})*$/i.test(locale)) {
    const reason = `'${text}' is not a language tag`;
    issues.push({ name: 'SITE_DEFAULT_LOCALE', reason, fix: 'Use a BCP 47 tag: en, pt-BR' });
  }
  return locale;
}
