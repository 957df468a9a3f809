import { z } from 'zod';

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

/** Setting of each field. */
export const SITE_SETTINGS = {
  name: 'SITE_NAME',
  url: 'SITE_URL',
  description: 'SITE_DESCRIPTION',
  separator: 'SITE_SEPARATOR',
  twitter: 'SITE_TWITTER',
  defaultLocale: 'SITE_DEFAULT_LOCALE',
  indexable: 'SITE_INDEXABLE',
  trailingSlash: 'SITE_TRAILING_SLASH',
  canonicalLowercase: 'SITE_CANONICAL_LOWERCASE',
} as const satisfies Record<keyof SiteConfig, string>;

const TRUE = new Set(['true', '1', 'yes', 'on']);
const FALSE = new Set(['false', '0', 'no', 'off']);
/** What to do about a setting that is refused; flags are set to true or false. */
const FIXES: Record<string, string> = {
  SITE_URL: 'Give scheme and host only: https://example.com',
  SITE_TWITTER: 'Use up to 15 letters, digits and underscores: @example',
  SITE_DEFAULT_LOCALE: 'Use a BCP 47 tag: en, pt-BR',
};

/** A setting on one line; an empty one counts as absent. */
const line = (fallback: string) =>
  z
    .string()
    .default('')
    .transform((text) => text.replace(/[\s\u0000-\u001F\u007F]+/g, ' ').trim() || fallback);
const says = (what: string) => ({
  error: ({ input }: { input?: unknown }) => `'${String(input)}' is ${what}`,
});
const flag = (fallback: boolean) =>
  line(String(fallback))
    .transform((text) => text.toLowerCase())
    .refine((text) => TRUE.has(text) || FALSE.has(text), says('neither true nor false'))
    .transform((text) => TRUE.has(text));

const settings = z.object({
  name: line('Voltframe'),
  url: line('').refine((text) => siteUrl(text) !== undefined, says('not the http(s) address of a site')),
  /** The tagline (docs/behaviour.md 1.3). */
  description: line('A digital innovation lab that turns ideas into reality.'),
  separator: line('|'),
  twitter: line('')
    .transform((text) => text.replace(/^@/, ''))
    .refine((handle) => /^\w{0,15}$/.test(handle), says('not a handle'))
    .transform((handle) => handle && `@${handle}`),
  defaultLocale: line('en')
    .transform((text) => text.replaceAll('_', '-'))
    .refine((locale) => /^[a-z]{2,3}(-[a-z\d]{2,8})*$/i.test(locale), says('not a language tag')),
  indexable: flag(true),
  trailingSlash: flag(false),
  canonicalLowercase: flag(true),
});

/**
 * Reads the site's settings. Empty values count as absent.
 * @param input settings by their names (`SITE_NAME`…); names that are no settings are ignored.
 * @param defaults `url`: used when SITE_URL is absent.
 * @returns the configuration with warnings about what looks wrong, or every issue at once.
 */
export function parseSiteConfig(input: Input, defaults: SiteConfigDefaults): SiteConfigResult {
  const fields = Object.entries(SITE_SETTINGS).map(([field, name]) => [field, input[name]]);
  const given = Object.fromEntries(fields) as Record<keyof SiteConfig, string | undefined>;
  const { data, error } = settings.safeParse({ ...given, url: given.url?.trim() || defaults.url });
  if (error) {
    const issues = error.issues.map(({ path: [field], message }) => {
      const name = SITE_SETTINGS[field as keyof SiteConfig];
      return { name, reason: message, fix: FIXES[name] ?? 'Set it to true or false.' };
    });
    return { ok: false, issues };
  }
  const url = siteUrl(data.url)!;
  const reasons = urlWarnings(data.url, url, defaults.production ?? false);
  const warnings = reasons.map(([reason, fix]) => ({ name: SITE_SETTINGS.url, reason, fix }));
  return { ok: true, value: { ...data, url: url.origin }, warnings };
}

/** @returns undefined for what is no address of a site. */
function siteUrl(text: string): URL | undefined {
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url : undefined;
}

function urlWarnings(text: string, url: URL, production: boolean): [reason: string, fix: string][] {
  const { origin, pathname, search, hash, hostname } = url;
  const parts = [pathname !== '/' && 'path', search && 'query', hash && 'hash'].filter(Boolean);
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$|\.localhost$/.test(hostname);
  const fix = `Set it to ${origin}.`;
  return [
    ...(/^https?:\/\//i.test(text) ? [] : [['The address has no scheme; https:// is taken', fix] as const]),
    ...parts.map((part) => [`The address should not contain a ${part}; it is left out`, fix] as const),
    ...(production && isLocal
      ? [['The address is this machine', 'Set it to the address that visitors use.'] as const]
      : []),
  ].map(([reason, advice]) => [reason, advice]);
}
