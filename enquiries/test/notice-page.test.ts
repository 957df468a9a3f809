import { expect, test } from 'vitest';
import { noticePage } from '../src/notice-page.ts';

const site = { name: 'Site', separator: '|' };
const notice = { title: 'This was <not> sent', message: 'Try again.' };
const PAGE =
  '<html><head><title>Old</title></head><body><nav><a href="/a" aria-current="page" data-active="">A</a></nav><main><h1>Old</h1></main><script src="/x.js"></script></body></html>';

test('replaces the main part of a page, with a title, no current link and no script', () => {
  const html = noticePage(PAGE, notice, site);
  expect(html).toContain('<h1>This was &lt;not&gt; sent</h1><p>Try again.</p>');
  expect(html).toContain('<title>This was &lt;not&gt; sent | Site</title>');
  expect(html).toContain('<nav><a href="/a">A</a></nav>');
  expect(html).not.toMatch(/<script|<h1>Old/);
});

test('is undefined for a page without a main part', () => {
  expect(noticePage('<p>no main part</p>', notice, site)).toBeUndefined();
});

test('has a form whose button posts the token', () => {
  const action = { url: '/subscribe/confirm', label: 'Confirm', token: 'a"b' };
  expect(noticePage(PAGE, { ...notice, action }, site)).toContain(
    '<form method="post" action="/subscribe/confirm"><input type="hidden" name="token" value="a&quot;b"><button type="submit">Confirm</button></form>',
  );
});
