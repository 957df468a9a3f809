import { expect, test } from 'vitest';
import { fillForm, noticePage } from '../src/edit-page.ts';

const PAGE = `<html><head><title>Contact</title></head><body>
<form data-form="other"><input name="name"></form>
<form data-form="contact"><div data-form-summary hidden></div>
<input type="hidden" name="contract" value="contact@1"><input type="file" name="cv">
<input name="name"><p data-error-for="name" hidden></p>
<textarea name="message"></textarea><input type="checkbox" name="consent" value="yes">
<select name="topic"><option value="a">A</option><option value="b" selected>B</option></select>
</form><script src="/x.js"></script></body></html>`;
const state = {
  values: { name: '"><script>', message: '\nHello', consent: 'yes', topic: 'a', contract: 'x', cv: 'y' },
  errors: { name: 'Enter your <name>.' },
  message: 'One field needs another look.',
};
const html = fillForm(PAGE, 'contact', state)!;

test('fills the fields with the posted values as text, except hidden and file fields', () => {
  expect(html).toContain('value="&quot;&gt;&lt;script&gt;"');
  expect(html).toContain('<textarea name="message">\n\nHello</textarea>');
  expect(html).toContain('name="consent" value="yes" checked=""');
  expect(html).toContain('<option value="a" selected="">A</option><option value="b">B</option>');
  expect(html).toContain('name="contract" value="contact@1"');
  expect(html).toContain('<input type="file" name="cv">');
});

test('writes an error at its field, and focuses the first one', () => {
  expect(html).toContain('<p data-error-for="name">Enter your &lt;name&gt;.</p>');
  expect(/<input name="name" value[^\n]*/.exec(html)![0]).toMatch(
    /aria-invalid="true" aria-describedby="contact-name-error" autofocus=""/,
  );
});

test('links the summary to the wrong fields, and marks the title', () => {
  expect(html).toContain(
    '<div data-form-summary=""><p>One field needs another look.</p><ul><li><a href="#contact-name">',
  );
  expect(html).toContain('<title>Error: Contact</title>');
  expect(html).not.toContain('<script src');
});

test('focuses the summary without a wrong field', () => {
  expect(fillForm(PAGE, 'contact', { ...state, errors: {} })).toContain(
    '<div data-form-summary="" autofocus="">',
  );
});

test('does not change other forms, and returns undefined for a page without the form', () => {
  expect(html).toContain('<form data-form="other"><input name="name"></form>');
  expect(fillForm(PAGE, 'none', state)).toBeUndefined();
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
