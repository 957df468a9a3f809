import { z } from 'zod';
import { LANGUAGE_TAG } from '../names.ts';

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;
const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$|\.localhost$/;

const line = z.string().transform((text) => text.replace(/[\s\u0000-\u001F\u007F]+/g, ' ').trim());
const flag = z
  .string()
  .trim()
  .pipe(
    z.stringbool({
      truthy: ['true', '1', 'yes', 'on'],
      falsy: ['false', '0', 'no', 'off'],
      error: 'is neither true nor false',
    }),
  );

/** The site's settings (docs/behaviour.md 1.2). Part of every composition and of its id. */
export const siteSettings = z
  .object({
    name: line.prefault('Voltframe').meta({
      variable: 'SITE_NAME',
      description: 'Name of the site, in titles, link previews and feeds.',
    }),
    /** Origin, absolute and without trailing slash: `https://voltframe.example`. */
    url: line
      .transform((text, context) => {
        const url = urlOf(text);
        if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return url.origin;
        context.addIssue({ code: 'custom', message: 'is not the http(s) address of a site' });
        return z.NEVER;
      })
      .optional()
      .meta({
        variable: 'SITE_URL',
        description:
          'Scheme and host that visitors use. The site builds all absolute addresses from it and never from a request. With `https:` the site sends `HSTS`.',
        unset: '`http://localhost:{PORT}`',
        fix: 'Give scheme and host only: https://example.com',
      }),
    // The tagline (docs/behaviour.md 1.3).
    description: line.prefault('A digital innovation lab that turns ideas into reality.').meta({
      variable: 'SITE_DESCRIPTION',
      description: 'Description of the site, in link previews and feeds.',
    }),
    separator: line.prefault('|').meta({
      variable: 'SITE_SEPARATOR',
      description: 'Text between the title of a page and the name of the site.',
    }),
    /** Handle with its `@`, or ''. */
    twitter: line
      .pipe(z.string().regex(/^@?\w{0,15}$/, 'is not a handle'))
      .transform((text) => text.replace('@', ''))
      .transform((handle) => handle && `@${handle}`)
      .prefault('')
      .meta({
        variable: 'SITE_TWITTER',
        description: 'Handle for link previews, with its `@`.',
        fix: 'Use up to 15 letters, digits and underscores: @example',
      }),
    /** BCP 47: `en`, `pt-BR`. */
    defaultLocale: line
      .transform((text) => text.replaceAll('_', '-'))
      .pipe(z.string().regex(LANGUAGE_TAG, 'is not a language tag'))
      .prefault('en')
      .meta({
        variable: 'SITE_DEFAULT_LOCALE',
        description: 'Language of the pages.',
        fix: 'Use a BCP 47 tag: en, pt-BR',
      }),
    /** Whether search engines may list the site. */
    indexable: flag.prefault('true').meta({
      variable: 'SITE_INDEXABLE',
      description: '`false` asks search engines not to list the site. Set it for a staging site.',
      fix: 'Set it to true or false.',
    }),
    /** Whether canonical paths end with a slash. */
    trailingSlash: flag.prefault('false').meta({
      variable: 'SITE_TRAILING_SLASH',
      description: '`true`: addresses end with a slash. The site redirects the other form.',
      fix: 'Set it to true or false.',
    }),
    /** Whether canonical paths are lower-cased. */
    canonicalLowercase: flag.prefault('true').meta({
      variable: 'SITE_CANONICAL_LOWERCASE',
      description: '`true`: addresses are in lower case. The site redirects the other form.',
      fix: 'Set it to true or false.',
    }),
  })
  .meta({ title: 'The site' });

export type SiteConfig = Readonly<z.infer<typeof siteSettings> & { url: string }>;

/** @returns each field with the variable that sets it. */
export function siteVariables(): [field: keyof SiteConfig, variable: string][] {
  return Object.entries(siteSettings.shape).map(([field, schema]) => [
    field as keyof SiteConfig,
    String(schema.meta()!['variable']),
  ]);
}

/**
 * @param text value of SITE_URL, a valid one.
 * @param production whether the gateway serves visitors.
 * @returns a sentence for each thing that is probably a mistake.
 */
export function siteUrlWarnings(text: string, production: boolean): string[] {
  const url = urlOf(text.trim())!;
  const isBare = url.pathname === '/' && !url.search && !url.hash;
  return [
    ...(SCHEME.test(text.trim()) ? [] : [`The address has no scheme; ${url.origin} is used.`]),
    ...(isBare ? [] : [`The address should have no path, query or hash; ${url.origin} is used.`]),
    ...(production && THIS_MACHINE.test(url.hostname)
      ? ['The address is this machine. Set it to the address that visitors use.']
      : []),
  ];
}

function urlOf(text: string): URL | undefined {
  const address = SCHEME.test(text) ? text : `https://${text}`;
  return URL.canParse(address) ? new URL(address) : undefined;
}
