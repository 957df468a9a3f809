// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeClock } from '@voltframe/kit/testing/fake-clock';
import { glitchLogo } from '../../src/bootstrap/logo-glitch.ts';
import { markScrolled } from '../../src/bootstrap/scrolled.ts';
import { closeMenu } from '../../src/bootstrap/site-menu.ts';

const HEADER = `
  <header data-header>
    <a href="/" data-logo><span>Name</span></a>
    <details id="site-menu"><summary>Menu</summary><a id="item" href="#x">Item</a></details>
  </header>
  <main><p>Text</p><a id="after" href="#y">After</a></main>`;
const clock = fakeClock();
closeMenu(document);
glitchLogo(document, clock.setTimeout);

const select = <E extends HTMLElement>(selector: string): E => document.querySelector<E>(selector)!;

describe('the header', () => {
  beforeEach(() => {
    document.body.innerHTML = HEADER;
  });

  it.each([
    [50, false],
    [51, true],
    [0, false],
  ])('scrolled by %i px is opaque: %s', (y, opaque) => {
    const requestAnimationFrame = (callback: () => void): void => callback();
    const page = Object.create(window, {
      scrollY: { value: y },
      requestAnimationFrame: { value: requestAnimationFrame },
    }) as Window;
    markScrolled(page);
    expect(document.documentElement.hasAttribute('data-scrolled')).toBe(opaque);
  });

  it.each([
    ['a link of it', '#item', false],
    ['the page', 'main p', false],
    ['the rest of the header', '[data-header]', true],
  ])('keeps its menu open or not after a click on %s', (_, selector, open) => {
    const menu = select<HTMLDetailsElement>('#site-menu');
    menu.open = true;
    select(selector).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    expect(menu.open).toBe(open);
  });

  it('closes its menu on Escape, and gives the focus back to its button', () => {
    const menu = select<HTMLDetailsElement>('#site-menu');
    menu.open = true;
    select('#item').focus();
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    expect([menu.open, document.activeElement?.tagName]).toEqual([false, 'SUMMARY']);
  });

  it('closes its menu when the focus leaves it, so that none is lost behind it', () => {
    const menu = select<HTMLDetailsElement>('#site-menu');
    menu.open = true;
    select('#item').focus();
    expect(menu.open).toBe(true);
    select('#after').focus();
    expect([menu.open, document.activeElement?.id]).toEqual([false, 'after']);
  });

  it('glitches its logo for 200 ms when the pointer enters, not when it moves inside', async () => {
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
});
