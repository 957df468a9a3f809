// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeClock } from '@voltframe/kit/testing/fake-clock';
import { runHeader } from '../../src/bootstrap/header.ts';

const clock = fakeClock();
let scrollY = 0;
runHeader(
  Object.create(window, {
    document: { value: document },
    scrollY: { get: () => scrollY },
    addEventListener: { value: window.addEventListener.bind(window) },
    requestAnimationFrame: { value: (callback: () => void) => callback() },
    setTimeout: { value: clock.setTimeout },
  }) as Window,
);
beforeEach(() => {
  document.body.innerHTML = `
    <header data-header>
      <a href="/" data-logo><span>Name</span></a>
      <details id="site-menu"><summary>Menu</summary><div data-menu-page><a id="item" href="#x">Item</a></div></details>
    </header>
    <main><p>Text</p><a id="after" href="#y">After</a></main>`;
});
const select = <E extends HTMLElement>(selector: string): E => document.querySelector<E>(selector)!;

it.each([
  [50, false],
  [51, true],
  [0, false],
])('is opaque at %i px: %s', (y, opaque) => {
  scrollY = y;
  window.dispatchEvent(new Event('scroll'));
  expect(document.documentElement.hasAttribute('data-scrolled')).toBe(opaque);
});

it('animates the logo for 200 ms when the pointer enters, not when it moves inside', async () => {
  const logo = select('[data-logo]');
  const enter = (relatedTarget: Element | null): boolean =>
    select('[data-logo] span').dispatchEvent(
      new PointerEvent('pointerover', { bubbles: true, relatedTarget }),
    );
  enter(document.body);
  expect(logo.classList.contains('glitch')).toBe(true);
  await clock.advance(200 - 1);
  expect(logo.classList.contains('glitch')).toBe(true);
  await clock.advance(1);
  enter(logo);
  expect(logo.classList.contains('glitch')).toBe(false);
});

describe('the small-screen menu', () => {
  it.each([
    ['a link in it', '#item', false],
    ['the page', 'main p', false],
    ['the rest of the header', '[data-header]', true],
    ['the empty part of the menu', '[data-menu-page]', false],
  ])('closes or not at a click on %s', (_, selector, open) => {
    const menu = select<HTMLDetailsElement>('#site-menu');
    menu.open = true;
    select(selector).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    expect(menu.open).toBe(open);
  });

  it.each([
    ['returns the focus to its button', '#item', 'SUMMARY'],
    ['leaves the focus elsewhere', '#after', 'A'],
  ])('closes on Escape, and %s', (_, focused, after) => {
    const menu = select<HTMLDetailsElement>('#site-menu');
    select(focused).focus();
    menu.open = true;
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    expect([menu.open, document.activeElement?.tagName]).toEqual([false, after]);
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
