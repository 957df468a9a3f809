import { Window } from 'happy-dom';
import { expect, test } from 'vitest';
import { watchRootFont } from '../../../../../src/releasing/admission/hydration/child/root-font.ts';

/** @returns what is noted of a change of a document */
function noted(change: (document: Document) => void): string[] {
  const window = new Window();
  const { document } = window as unknown as { document: Document };
  const notes: string[] = [];
  const checkStyles = watchRootFont(window, (message) => notes.push(message));
  change(document);
  checkStyles();
  return notes.map((message) => message.replace(/, which .*/, ''));
}

function addStyle(document: Document, css: string): void {
  const style = document.createElement('style');
  style.textContent = css;
  document.head.append(style);
}

test.each<[name: string, change: (document: Document) => void, noted: string[]]>([
  [
    'a property',
    ({ documentElement: { style } }) => (style.fontSize = '62.5%'),
    ['it sets fontSize of <html> to 62.5%'],
  ],
  [
    'a call',
    ({ documentElement: { style } }) => style.setProperty('font-size', '10px'),
    ['it sets font-size of <html> to 10px'],
  ],
  [
    'a stylesheet',
    (document) => addStyle(document, 'h1{} html, body { font-size: 10px }'),
    ['it sets font-size of <html> to 10px'],
  ],
  ['the same size', ({ documentElement: { style } }) => (style.fontSize = '100%'), []],
  ['the size of body', (document) => addStyle(document, 'body { font-size: 10px }'), []],
  ['another property', ({ documentElement: { style } }) => (style.overflow = 'hidden'), []],
])('the size of the root element by %s', (_, change, expected) => {
  expect(noted(change)).toEqual(expected);
});

test('other properties of the root element work', () => {
  const window = new Window();
  watchRootFont(window, () => {});
  const { style } = window.document.documentElement;
  style.setProperty('--x', '1');
  style.overflow = 'hidden';
  expect([style.getPropertyValue('--x'), style.overflow, style.cssText]).toEqual([
    '1',
    'hidden',
    '--x: 1; overflow: hidden;',
  ]);
});
