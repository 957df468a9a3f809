import { Window } from 'happy-dom';
import { expect, test } from 'vitest';
import {
  insertedRules,
  keepStyles,
} from '../../../../../src/releasing/admission/hydration/child/kept-styles.ts';

const SET = "image-set('https://b.example/s.png' 1x)";

function openKept() {
  const window = new Window();
  keepStyles(window);
  const { document } = window;
  document.write('<style></style><p></p>');
  return { sheet: document.querySelector('style')!.sheet!, element: document.querySelector('p')! };
}

test.each([
  ['a property', 'backgroundImage', SET],
  ['a text', 'cssText', `background-image: ${SET}`],
])(
  'the address of a dropped value that is set as %s stays in the attribute until another value is set',
  (_, name, value) => {
    const { element } = openKept();
    Object.assign(element.style, { [name]: value });
    expect(element.getAttribute('style')).toContain('url("https://b.example/s.png")');
    Object.assign(element.style, { [name]: name === 'cssText' ? 'color: red' : 'none' });
    expect(element.getAttribute('style')).not.toContain('b.example');
  },
);

test('a value that the library knows is kept once', () => {
  const { element } = openKept();
  element.style.backgroundImage = 'url("/a.png")';
  expect(element.getAttribute('style')).toBe('background-image: url("/a.png");');
});

test('a change of a value that the library knows is one change for observers', async () => {
  const window = new Window();
  keepStyles(window);
  const element = window.document.createElement('p');
  window.document.body.append(element);
  const seen: (string | null)[] = [];
  new window.MutationObserver((records) => {
    for (const { attributeName } of records) seen.push(attributeName);
  }).observe(element, { attributes: true });
  element.style.color = 'red';
  element.style.removeProperty('color');
  await window.happyDOM.waitUntilComplete();
  expect(seen).toEqual(['style', 'style']);
});

test('the texts of inserted rules are kept, with dropped values', () => {
  const { sheet } = openKept();
  const rule = `p { background: ${SET} }`;
  sheet.insertRule(rule);
  sheet.insertRule('p { color: red }');
  expect(insertedRules(sheet)).toEqual([rule, 'p { color: red }']);
  expect(insertedRules(null)).toEqual([]);
});

test('a rule that the library refuses is kept, too', () => {
  const { sheet } = openKept();
  const rule = "@import 'https://b.example/a.css';";
  expect(() => sheet.insertRule(rule)).toThrow('Failed to parse');
  expect(insertedRules(sheet)).toEqual([rule]);
});
