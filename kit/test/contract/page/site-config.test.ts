import { describe, expect, it } from 'vitest';
import { parseSiteConfig } from '../../../src/contract/page/site-config.ts';
import type { SiteConfig } from '../../../src/contract/page/site-config.ts';

const defaults = { url: 'http://localhost:3000' };

function valueOf(input: Record<string, string | undefined>): SiteConfig {
  const result = parseSiteConfig(input, defaults);
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.value;
}

describe('parseSiteConfig', () => {
  it('runs without any setting', () => {
    expect(valueOf({})).toEqual({
      name: 'Voltframe',
      url: 'http://localhost:3000',
      description: 'A digital innovation lab that turns ideas into reality.',
      separator: '|',
      twitter: '',
      defaultLocale: 'en',
      indexable: true,
      trailingSlash: false,
      canonicalLowercase: true,
    });
  });

  it.each<[name: string, text: string, field: keyof SiteConfig, value: unknown]>([
    ['SITE_NAME', ' Acme ', 'name', 'Acme'],
    ['SITE_NAME', '', 'name', 'Voltframe'],
    ['SITE_NAME', 'A\n\tB', 'name', 'A B'],
    ['SITE_SEPARATOR', '–', 'separator', '–'],
    ['SITE_URL', 'https://a.example/', 'url', 'https://a.example'],
    ['SITE_URL', 'https://a.example:8443', 'url', 'https://a.example:8443'],
    ['SITE_URL', 'https://A.Example:443', 'url', 'https://a.example'],
    ['SITE_URL', 'a.example', 'url', 'https://a.example'],
    ['SITE_URL', 'localhost:4000', 'url', 'https://localhost:4000'],
    ['SITE_URL', 'https://a.example/path?q#h', 'url', 'https://a.example'],
    ['SITE_TWITTER', 'acme', 'twitter', '@acme'],
    ['SITE_TWITTER', '@acme', 'twitter', '@acme'],
    ['SITE_DEFAULT_LOCALE', 'pt_BR', 'defaultLocale', 'pt-BR'],
    ['SITE_INDEXABLE', 'false', 'indexable', false],
    ['SITE_INDEXABLE', 'TRUE', 'indexable', true],
    ['SITE_INDEXABLE', '0', 'indexable', false],
    ['SITE_INDEXABLE', '  ', 'indexable', true],
    ['SITE_TRAILING_SLASH', 'true', 'trailingSlash', true],
    ['SITE_CANONICAL_LOWERCASE', 'off', 'canonicalLowercase', false],
  ])('reads %s=%j as %s %j', (name, text, field, value) => {
    expect(valueOf({ [name]: text })[field]).toBe(value);
  });

  it.each([
    ['SITE_URL', 'ftp://a.example'],
    ['SITE_URL', 'https://'],
    ['SITE_URL', 'https://user:secret@a.example'],
    ['SITE_URL', 'javascript:alert(1)'],
    ['SITE_TWITTER', 'not a handle'],
    ['SITE_TWITTER', '@abcdefghijklmnop'],
    ['SITE_DEFAULT_LOCALE', 'english please'],
    ['SITE_INDEXABLE', 'maybe'],
    ['SITE_TRAILING_SLASH', 'da'],
  ])('refuses %s=%j, with a reason and a fix', (name, text) => {
    const result = parseSiteConfig({ [name]: text }, defaults);
    expect(result).toMatchObject({
      ok: false,
      issues: [{ name, reason: expect.any(String), fix: expect.any(String) }],
    });
  });

  it('tells every issue at once', () => {
    const result = parseSiteConfig({ SITE_URL: 'ftp://x', SITE_INDEXABLE: 'x', SITE_TWITTER: '?' }, defaults);
    expect(result.ok ? [] : result.issues.map(({ name }) => name)).toEqual([
      'SITE_URL',
      'SITE_TWITTER',
      'SITE_INDEXABLE',
    ]);
  });

  it.each([
    ['https://a.example', false, []],
    ['a.example', false, ['The address has no scheme; https:// is taken']],
    ['https://a.example/base', false, ['The address should not contain a path; it is left out']],
    ['https://a.example/?a', false, ['The address should not contain a query; it is left out']],
    ['https://a.example/#a', false, ['The address should not contain a hash; it is left out']],
    ['http://localhost:3000', false, []],
    ['http://localhost:3000', true, ['The address is this machine']],
    ['http://127.0.0.1', true, ['The address is this machine']],
    ['http://[::1]:80', true, ['The address is this machine']],
    ['https://localhost.example', true, []],
  ])('warns about SITE_URL=%j (production: %j): %j', (text, production, reasons) => {
    const result = parseSiteConfig({ SITE_URL: text }, { ...defaults, production });
    expect(result.ok && result.warnings.map(({ reason }) => reason)).toEqual(reasons);
  });
});
