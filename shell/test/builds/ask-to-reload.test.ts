// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { askToReload } from '../../src/builds/ask-to-reload.ts';

function ask() {
  const answer = askToReload(document);
  return { answer, dialog: document.querySelector('dialog')! };
}

it.each([
  ['Load it and go on', true],
  ['Stay here', false],
])('resolves the button “%s” of a named dialog to %s, and removes the dialog', async (label, expected) => {
  const { answer, dialog } = ask();
  expect([dialog.open, dialog.getAttribute('aria-label')]).toEqual([true, 'This site has a newer version']);
  [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === label)!.click();
  expect([await answer, document.querySelector('dialog')]).toEqual([expected, null]);
});

it('resolves to false when the dialog is closed otherwise', async () => {
  const { answer, dialog } = ask();
  dialog.close();
  expect(await answer).toBe(false);
});
