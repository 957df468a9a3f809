import { expect, test } from 'vitest';
import { plainNotice } from '../src/plain-notice.ts';

const site = { name: 'Site & Co', separator: '|' };
const notice = { title: 'This was <not> sent', message: 'Try "again".' };

test('is a whole document with a link to the home page', () => {
  const html = plainNotice(notice, site);
  expect(html).toMatch(/^<!DOCTYPE html>.*<main><section data-notice=""/);
  expect(html).toContain('<title>This was &lt;not&gt; sent | Site &amp; Co</title>');
  expect(html).toContain('<h1>This was &lt;not&gt; sent</h1><p>Try &quot;again&quot;.</p>');
  expect(html).toContain('<a href="/">Back to the home page</a>');
});

test('shows the fields of a refused post as text with their errors, and links to the form', () => {
  const typed = [
    { name: 'your name', value: '<b>Ada', error: 'Enter <your> name.' },
    { name: 'your message', value: '\n</pre><script>' },
  ];
  const back = { url: '/a"b', label: 'Back to the form' };
  const html = plainNotice({ ...notice, typed, back }, site);
  expect(html).toContain(
    '<dl><dt>your name</dt><dd><strong>Enter &lt;your&gt; name.</strong></dd><dd><pre>\n&lt;b&gt;Ada</pre></dd>' +
      '<dt>your message</dt><dd><pre>\n\n&lt;/pre&gt;&lt;script&gt;</pre></dd></dl>',
  );
  expect(html).toContain('<a href="/a&quot;b">Back to the form</a>');
});
