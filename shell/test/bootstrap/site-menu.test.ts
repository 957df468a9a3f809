// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { closeMenu } from '../../src/bootstrap/site-menu.ts';
import { HEADER } from './fixtures/header.ts';

closeMenu(document);
const select = <E extends HTMLElement>(selector: string): E => document.querySelector<E>(selector)!;

describe('the small-screen menu', () => {
  beforeEach(() => {
    document.body.innerHTML = HEADER;
  });

  it.each([
    ['a link in it', '#item', false],
    ['the page', 'main p', false],
    ['the rest of the header', '[data-header]', true],
  ])('closes or not at a click on %s', (_, selector, open) => {
    const menu = select<HTMLDetailsElement>('#site-menu');
    menu.open = true;
    select(selector).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    expect(menu.open).toBe(open);
  });

  it('closes on Escape, and returns the focus to its button', () => {
    const menu = select<HTMLDetailsElement>('#site-menu');
    menu.open = true;
    select('#item').focus();
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    expect([menu.open, document.activeElement?.tagName]).toEqual([false, 'SUMMARY']);
  });

  it('closes on Escape without moving the focus from elsewhere', () => {
    const menu = select<HTMLDetailsElement>('#site-menu');
    select('#after').focus();
    menu.open = true;
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    expect([menu.open, document.activeElement?.id]).toEqual([false, 'after']);
  });

  it('closes when the focus leaves it', () => {
    const menu = select<HTMLDetailsElement>('#site-menu');
    menu.open = true;
    select('#item').focus();
    expect(menu.open).toBe(true);
    select('#after').focus();
    expect([menu.open, document.activeElement?.id]).toEqual([false, 'after']);
  });
});
