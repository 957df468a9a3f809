// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { keepTyped, restoreTyped } from '../../../../src/build/refresh/client/typed-text.ts';

const FORM = `<form action="/api/contact">
  <input name="email" value="">
  <textarea name="text"></textarea>
  <input type="checkbox" name="news">
  <input type="radio" name="kind" value="a" checked><input type="radio" name="kind" value="b">
  <select name="topic"><option>one</option><option>two</option></select>
  <input type="password" name="secret"><input type="hidden" name="token">
</form>`;

beforeEach(() => {
  sessionStorage.clear();
  document.body.innerHTML = FORM;
});
const field = (selector: string) => document.querySelector<HTMLInputElement>(selector)!;
const type = (selector: string, text: string) => (field(selector).value = text);
const valuesOf = (...names: string[]) => names.map((name) => field(`[name=${name}]`).value);

/** Stores the fields and opens the next document. */
function loadAgain(html = FORM): void {
  keepTyped(window);
  document.body.innerHTML = html;
}

it('restores typed, ticked and chosen values in the next document', () => {
  type('[name=email]', 'ada@example.test');
  type('[name=text]', 'half a thought');
  type('[name=topic]', 'two');
  for (const box of ['[name=news]', '[value=b]']) field(box).click();
  field('[name=text]').focus();
  loadAgain();
  restoreTyped(window);
  expect(valuesOf('email', 'text', 'topic')).toEqual(['ada@example.test', 'half a thought', 'two']);
  expect([field('[name=news]').checked, field('[value=b]').checked]).toEqual([true, true]);
  expect(document.activeElement).toBe(field('[name=text]'));
});

it('dispatches input and change events', () => {
  type('[name=email]', 'ada@example.test');
  loadAgain();
  const listener = vi.fn<(event: Event) => void>();
  for (const name of ['input', 'change']) document.body.addEventListener(name, listener);
  restoreTyped(window);
  expect(listener.mock.calls.map(([event]) => event.type)).toEqual(['input', 'change']);
});

it('stores no passwords and no hidden fields', () => {
  type('[name=secret]', 'geheim');
  type('[name=token]', 't');
  loadAgain();
  expect(Object.values(sessionStorage).join('')).not.toMatch(/geheim|"t"/);
});

it('restores values once', () => {
  type('[name=email]', 'older');
  loadAgain();
  restoreTyped(window);
  document.body.innerHTML = FORM;
  restoreTyped(window);
  expect(field('[name=email]').value).toBe('');
});

it('does not overwrite text that was typed since', () => {
  type('[name=email]', 'older');
  loadAgain();
  type('[name=email]', 'newer');
  restoreTyped(window);
  expect(field('[name=email]').value).toBe('newer');
});

it('ignores fields that do not exist in the document', () => {
  type('[name=email]', 'older');
  loadAgain('<form action="/api/other"><input name="email"></form>');
  restoreTyped(window);
  expect(field('[name=email]').value).toBe('');
});
