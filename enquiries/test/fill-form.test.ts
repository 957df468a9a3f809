import { expect, test } from 'vitest';
import { fillForm } from '../src/fill-form.ts';

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
