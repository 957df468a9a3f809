// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { announce, focusElement, focusPage } from '../../../src/navigation/transition/focus.ts';

beforeEach(() => {
  document.body.innerHTML = '<main id="main" tabindex="-1"><h1>Title</h1><p id="part">Part</p></main>';
});
const find = (selector: string) => document.querySelector<HTMLElement>(selector)!;

describe('the focus of a new page', () => {
  it('moves to the target of the hash, else to the heading, else to the main area', () => {
    focusPage(document, find('#part'));
    expect(document.activeElement).toBe(find('#part'));
    focusPage(document, null);
    expect(document.activeElement).toBe(find('h1'));
    find('h1').remove();
    focusPage(document, null);
    expect(document.activeElement).toBe(find('#main'));
  });

  it('adds a tabindex only to an element that is not focusable', () => {
    document.body.innerHTML = '<a href="/x">x</a><p>y</p>';
    const paragraph = find('p');
    // Browsers do so, happy-dom does not.
    paragraph.focus = () => paragraph.hasAttribute('tabindex') && HTMLElement.prototype.focus.call(paragraph);
    focusElement(find('a'));
    focusElement(paragraph);
    expect(document.activeElement).toBe(paragraph);
    expect([find('a').hasAttribute('tabindex'), find('p').getAttribute('tabindex')]).toEqual([false, '-1']);
  });
});

it('announces a page in one live region', () => {
  announce(document, 'About');
  announce(document, 'Blog');
  const regions = [...document.querySelectorAll('[aria-live="polite"]')];
  expect(regions.map(({ textContent }) => textContent)).toEqual(['Blog']);
});
