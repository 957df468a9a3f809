// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { fakeClock } from '@voltframe/kit/testing/fake-clock';
import { glitchLogo } from '../../src/bootstrap/logo-glitch.ts';
import { HEADER } from './fixtures/header.ts';

const clock = fakeClock();
glitchLogo(document, clock.setTimeout);
beforeEach(() => {
  document.body.innerHTML = HEADER;
});
const select = <E extends HTMLElement>(selector: string): E => document.querySelector<E>(selector)!;

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
