import { describe, expect, it } from 'vitest';
import { siteSettings, siteUrlWarnings } from '../../../src/contract/page/site-config.ts';

type Field = keyof typeof siteSettings.shape;

describe('siteSettings', () => {
  it('has a default for every field', () => {
    expect(siteSettings.parse({})).toEqual({
      name: 'Voltframe',
      description: 'A digital innovation lab that turns ideas into reality.',
      separator: '|',
      twitter: '',
      defaultLocale: 'en',
      indexable: true,
      trailingSlash: false,
      canonicalLowercase: true,
    });
  });

  it.each<[field: Field, text: string, value: unknown]>([
    ['name', ' Acme ', 'Acme'],
    ['name', 'A\n\tB', 'A B'],
    ['url', 'https://a.example/', 'https://a.example'],
    ['url', 'https://A.Example:443', 'https://a.example'],
    ['url', 'a.example', 'https://a.example'],
    ['url', 'localhost:4000', 'https://localhost:4000'],
    ['url', 'https://a.example/path?q#h', 'https://a.example'],
    ['twitter', 'acme', '@acme'],
    ['defaultLocale', 'pt_BR', 'pt-BR'],
    ['indexable', 'false', false],
    ['indexable', 'TRUE', true],
  ])('parses %s %j as %j', (field, text, value) => {
    expect(siteSettings.parse({ [field]: text })[field]).toBe(value);
  });

  it.each([
    ['url', 'ftp://a.example'],
    ['url', 'https://'],
    ['url', 'https://user:secret@a.example'],
    ['url', 'javascript:alert(1)'],
    ['twitter', 'two words'],
    ['twitter', '@abcdefghijklmnop'],
    ['defaultLocale', 'english please'],
    ['indexable', 'maybe'],
  ])('rejects %s %j without repeating the value', (field, text) => {
    const { issues } = siteSettings.safeParse({ [field]: text }).error!;
    expect(issues).toMatchObject([{ path: [field] }]);
    expect(JSON.stringify(issues)).not.toContain(text);
  });

  it.each([
    ['https://a.example', false, []],
    ['a.example', false, ['The address has no scheme; https://a.example is used.']],
    [
      'https://a.example/base',
      false,
      ['The address should have no path, query or hash; https://a.example is used.'],
    ],
    ['http://localhost:3000', false, []],
    [
      'http://localhost:3000',
      true,
      ['The address is this machine. Set it to the address that visitors use.'],
    ],
    ['http://[::1]:80', true, ['The address is this machine. Set it to the address that visitors use.']],
    ['https://localhost.example', true, []],
  ])('warns about SITE_URL=%j (production: %j): %j', (text, production, reasons) => {
    expect(siteUrlWarnings(text, production)).toEqual(reasons);
  });
});
