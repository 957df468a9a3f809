import { expect, test } from 'vitest';
import { fillForm, noticePage } from '../src/edit-page.ts';

const PAGE = `<form data-form="other"><input name="name"></form>
<form data-form="contact"><div data-form-summary hidden></div>
<input type="hidden" name="contract" value="contact@1"><input type="file" name="cv"><input name="name">
<select name="topic"><option value="a">A</option><option value="b" selected>B</option></select></form>`;

test('fills a form and no other one, and none of its hidden and file fields', () => {
  const values = { name: 'Ada', topic: 'a', contract: 'x', cv: 'y' };
  const html = fillForm(PAGE, 'contact', { values, errors: {}, message: 'Not sent.' });
  expect(html).toContain('<form data-form="other"><input name="name"></form>');
  // Without a wrong field the summary has the focus.
  expect(html).toContain('<div data-form-summary="" autofocus=""><p>Not sent.</p></div>');
  expect(html).toContain('value="contact@1"><input type="file" name="cv"><input name="name" value="Ada">');
  expect(html).toContain('<option value="a" selected="">A</option><option value="b">B</option>');
});

const site = { name: 'Site', separator: '|' };
const notice = { title: 'This was <not> sent', message: 'Try again.' };

test('replaces the main part of a page by a notice, with a title and no current link', () => {
  const page =
    '<html><head><title>Old</title></head><body><nav><a href="/a" aria-current="page" data-active="">A</a></nav><main><h1>Old</h1></main></body></html>';
  const action = { url: '/subscribe/confirm', label: 'Confirm', token: 'a"b' };
  const changed = noticePage(page, { ...notice, action }, site);
  expect(changed).toContain('<h1>This was &lt;not&gt; sent</h1><p>Try again.</p>');
  expect(changed).toContain('<title>This was &lt;not&gt; sent | Site</title>');
  expect(changed).toContain('<nav><a href="/a">A</a></nav>');
  expect(changed).toContain(
    '<form method="post" action="/subscribe/confirm"><input type="hidden" name="token" value="a&quot;b"><button type="submit">Confirm</button></form>',
  );
  expect(changed).not.toContain('<h1>Old');
  expect(noticePage('<p>no main part</p>', notice, site)).toBeUndefined();
});

test('removes scripts, their preloads and the metadata of the address, but no styles, fonts and drawings', () => {
  const kept = [
    '<link rel="stylesheet" href="/x">',
    '<link rel="preload" as="font" href="/y">',
    '<link rel="icon" href="/i">',
    '<meta name="viewport" content="v">',
    '<svg><title>Drawing</title></svg>',
  ];
  const removed = [
    '<link rel="modulepreload" href="/x">',
    '<link rel="preload" as="script" href="/y">',
    '<link rel="canonical" href="/a">',
    '<link rel="alternate" href="/a">',
    '<meta name="robots" content="x">',
    '<meta name="description" content="x">',
    '<meta name="twitter:card" content="x">',
    '<meta property="og:title" content="x">',
    '<script src="/z"></script>',
  ];
  const changed = noticePage(`${[...removed, ...kept].join('')}<main></main>`, notice, site)!;
  expect([...removed, ...kept].filter((part) => changed.includes(part))).toEqual(kept);
});
