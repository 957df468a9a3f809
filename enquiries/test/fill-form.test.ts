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

test('what was typed is back in its fields, as text, and nothing in those that are not typed in', () => {
  expect(html).toContain('value="&quot;&gt;&lt;script&gt;"');
  expect(html).toContain('<textarea name="message">\n\nHello</textarea>');
  expect(html).toContain('name="consent" value="yes" checked=""');
  expect(html).toContain('<option value="a" selected="">A</option><option value="b">B</option>');
  expect(html).toContain('name="contract" value="contact@1"');
  expect(html).toContain('<input type="file" name="cv">');
});

test('an error is beside its field, tied to it, and the first has the focus', () => {
  expect(html).toContain('<p data-error-for="name">Enter your &lt;name&gt;.</p>');
  expect(/<input name="name" value[^\n]*/.exec(html)![0]).toMatch(
    /aria-invalid="true" aria-describedby="contact-name-error" autofocus=""/,
  );
});

test('the summary links to what is wrong, and the title says so', () => {
  expect(html).toContain(
    '<div data-form-summary=""><p>One field needs another look.</p><ul><li><a href="#contact-name">',
  );
  expect(html).toContain('<title>Error: Contact</title>');
  expect(html).not.toContain('<script src');
});

test('without a wrong field the summary itself has the focus', () => {
  expect(fillForm(PAGE, 'contact', { ...state, errors: {} })).toContain(
    '<div data-form-summary="" autofocus="">',
  );
});

test('other forms of the page stay as they are; a page without this one is none to fill', () => {
  expect(html).toContain('<form data-form="other"><input name="name"></form>');
  expect(fillForm(PAGE, 'none', state)).toBeUndefined();
});
