import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isExternalUrl,
  isScriptProtocol,
  resolveTarget,
} from '../../../src/contract/routing/navigation-target.ts';
import { attackText } from '../fixtures/attack-texts.ts';

const origin = 'https://voltframe.example';

const SCRIPTS: [url: string, protocol: string][] = [
  ['javascript:alert(1)', 'javascript:'],
  ['JaVaScRiPt:alert(1)', 'javascript:'],
  [' javascript:alert(1)', 'javascript:'],
  ['\tjavascript:alert(1)', 'javascript:'],
  ['java\nscript:alert(1)', 'javascript:'],
  ['java\r\nscript:alert(1)', 'javascript:'],
  ['javascript\t:alert(1)', 'javascript:'],
  ['\u0000javascript:alert(1)', 'javascript:'],
  ['\u0001\u001Fjavascript:alert(1)', 'javascript:'],
  ['\uFEFFjavascript:alert(1)', 'javascript:'],
  ['java\u200Bscript:alert(1)', 'javascript:'],
  ['java\u00ADscript:alert(1)', 'javascript:'],
  ['view-source:javascript:alert(1)', 'javascript:'],
  ['view-source:view-source:javascript:alert(1)', 'javascript:'],
  ['View-Source: javascript:alert(1)', 'javascript:'],
  ['data:text/html,<script>1</script>', 'data:'],
  ['DATA:text/html;base64,AA', 'data:'],
  ['view-source:data:text/html,x', 'data:'],
  ['vbscript:msgbox(1)', 'vbscript:'],
  ['vb\tscript:msgbox(1)', 'vbscript:'],
  ['blob:https://voltframe.example/1', 'blob:'],
  ['BLOB:null/1', 'blob:'],
];

const NO_SCRIPTS = [
  '/javascript:alert(1)',
  '?q=javascript:alert(1)',
  '#javascript:alert(1)',
  './javascript:alert(1)',
  'https://example.com/javascript:x',
  'mailto:a@example.com',
  'javascripts:x',
  'metadata:x',
  '/data',
  '',
];

const EXTERNAL = [
  'https://example.com',
  'http://example.com/a?b#c',
  'HTTPS://EXAMPLE.COM',
  ' https://example.com',
  'ht\ntps://example.com',
  'https:example.com',
  'https:/example.com',
  'https:\\\\example.com',
  '//example.com',
  '///example.com',
  '\\\\example.com',
  '/\\example.com',
  '\\/example.com',
  '/\t/example.com',
  '/\n\\example.com',
  ' //example.com',
  'mailto:a@example.com',
  'tel:1',
  'localhost:3000/x',
  'blog:post',
  'a:b',
  'about:blank',
  'file:///etc/passwd',
  'ftp://example.com',
  'view-source:https://example.com',
];

const INTERNAL: [to: string, path: string, search?: string, hash?: string][] = [
  ['', '/'],
  ['/', '/'],
  ['/about', '/about'],
  ['/about/', '/about'],
  ['/About', '/About'],
  ['/a?b=1#c', '/a', '?b=1', '#c'],
  ['/x:y', '/x:y'],
  ['?r=https://e', '/blog/post', '?r=https://e'],
  ['#part', '/blog/post', '?page=2', '#part'],
  ['other', '/blog/other'],
  ['../about', '/about'],
  ['/..//evil.com', '/evil.com'],
  ['/..\\/evil.com', '/evil.com'],
  ['/a/..//evil.com', '/evil.com'],
  ['/.//evil.com', '/evil.com'],
  ['/a//b', '/a/b'],
  ['/@evil.com', '/@evil.com'],
  ['/café', '/caf%C3%A9'],
  ['https://voltframe.example/about?x#y', '/about', '?x', '#y'],
  ['https://voltframe.example//evil.com', '/evil.com'],
  ['//voltframe.example/about', '/about'],
];

describe('isScriptProtocol', () => {
  it.each(SCRIPTS)('recognises %j', (url) => {
    expect(isScriptProtocol(url)).toBe(true);
  });

  it.each(NO_SCRIPTS)('ignores %j', (url) => {
    expect(isScriptProtocol(url)).toBe(false);
  });

  it('recognises every spelling that a URL parser reads as a script', () => {
    const noise = fc.constantFrom('', ' ', '\t', '\n', '\r', '\u0000', '\u001F');
    const protocol = fc.constantFrom('javascript', 'data', 'vbscript', 'blob');
    fc.assert(
      fc.property(
        protocol,
        fc.array(noise, { minLength: 12, maxLength: 12 }),
        fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
        (name, gaps, upper) => {
          const letters = [...`${name}:`].map(
            (letter, index) => (gaps[index] ?? '') + (upper[index] ? letter.toUpperCase() : letter),
          );
          const url = `${letters.join('')}x`;
          const parsed = URL.canParse(url, origin) ? new URL(url, origin).protocol : '';
          if (parsed === `${name}:`) expect(isScriptProtocol(url)).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('isExternalUrl', () => {
  it.each(EXTERNAL)('%j is external', (url) => {
    expect(isExternalUrl(url)).toBe(true);
  });

  it.each(['/x:y', '?r=https://e', '#https://e', '/', '', 'about', './a:b', '/a//b', '/..//evil.com'])(
    '%j is internal',
    (url) => {
      expect(isExternalUrl(url)).toBe(false);
    },
  );
});

describe('resolveTarget', () => {
  it.each(INTERNAL)('resolves %j to the path %j of the site', (to, path, search = '', hash = '') => {
    const target = resolveTarget(to, { origin, from: '/blog/post?page=2' });
    expect(target).toEqual({ type: 'internal', path, search, hash });
  });

  it.each([...EXTERNAL, ...SCRIPTS.map(([url]) => url)])('rejects %j without the flag', (to) => {
    expect(() => resolveTarget(to, { origin })).toThrow(
      'Navigating to an external URL is not allowed by default',
    );
  });

  it.each(SCRIPTS)('rejects %j with the flag because of its protocol', (to, protocol) => {
    expect(() => resolveTarget(to, { origin, external: true })).toThrow(
      `Cannot navigate to a URL with a ${protocol} protocol`,
    );
  });

  it.each([
    ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
    ['//example.com', 'https://example.com/'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['tel:1', 'tel:1'],
    ['/blog/feed.xml', '/blog/feed.xml'],
    ['/..//evil.com', '/evil.com'],
    ['https://voltframe.example/x?y', '/x?y'],
  ])('resolves %j with the flag to %j', (to, href) => {
    expect(resolveTarget(to, { origin, external: true })).toEqual({ type: 'external', href });
  });

  it.each(['/a/%2e%2e%2fb', '/a%00', '/%zz', 'https://voltframe.example/..%5c'])(
    'rejects the path %j',
    (to) => {
      expect(() => resolveTarget(to, { origin })).toThrow('Cannot navigate to an invalid URL');
    },
  );

  it('throws an error with its own code for each reason', () => {
    const codeOf = (to: string, external: boolean): string => {
      try {
        return resolveTarget(to, { origin, external }).type;
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    expect(codeOf('https://example.com', false)).toBe('SITE_EXTERNAL_NAVIGATION');
    expect(codeOf('data:x', true)).toBe('SITE_UNSAFE_PROTOCOL');
    expect(codeOf('https://', true)).toBe('SITE_INVALID_URL');
  });

  it('never leaves the site without the flag', () => {
    fc.assert(
      fc.property(attackText(), attackText(), (to, from) => {
        let target;
        try {
          target = resolveTarget(to, { origin, from });
        } catch (error) {
          expect((error as { code: string }).code).toMatch(/^SITE_/);
          return;
        }
        if (target.type !== 'internal') throw new Error(`left the site: ${target.href}`);
        expect(target.path).toMatch(/^\/(?![/\\])/);
        expect(new URL(`${target.path}${target.search}${target.hash}`, origin).origin).toBe(origin);
      }),
      { numRuns: 2000 },
    );
  });
});
