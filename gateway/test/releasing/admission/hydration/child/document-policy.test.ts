import { Window } from 'happy-dom';
import { expect, test } from 'vitest';
import { applyPolicy } from '../../../../../src/releasing/admission/hydration/child/document-policy.ts';

/** @returns the noted stylesheets, and whether that of the page has a sheet. */
function apply(policy: string, html: string) {
  const window = new Window();
  const noted: string[] = [];
  const check = applyPolicy(window, policy, (message) => noted.push(message));
  window.document.write(html);
  const style = window.document.querySelector('style');
  check();
  return { noted, hasSheet: style?.sheet != null };
}

test.each([
  ['the policy of most documents', "style-src 'self'", '<style>p {}</style>', ['<style>'], false],
  [
    'a stylesheet of React',
    "style-src 'self'",
    '<style data-href="a" data-precedence="b">p {}</style>',
    ['<style data-href>'],
    false,
  ],
  ['a stylesheet of the gateway', "style-src 'self'", '<style data-href="/a.css">p {}</style>', [], true],
  ['a declaration', "style-src 'self' 'unsafe-inline'", '<style>p {}</style>', [], true],
  ['no policy', '', '<style>p {}</style>', [], true],
])('with %s, a refused stylesheet is noted and has no sheet', (_, policy, html, noted, hasSheet) => {
  expect(apply(policy, html)).toEqual({ noted, hasSheet });
});

test('a script of another site stays pending, and one of the site loads', async () => {
  const window = new Window({
    url: 'https://site.example/',
    settings: { disableJavaScriptFileLoading: true, handleDisabledFileLoadingAsSuccess: true },
  });
  applyPolicy(window, "script-src 'self' https://a.example", () => {});
  const loaded: string[] = [];
  for (const src of ['https://a.example/x.js', '/assets/own.js']) {
    const script = window.document.createElement('script');
    script.src = src;
    script.addEventListener('load', () => loaded.push(src));
    window.document.head.appendChild(script);
  }
  await window.happyDOM.waitUntilComplete();
  expect(loaded).toEqual(['/assets/own.js']);
});
