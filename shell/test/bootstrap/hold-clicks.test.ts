// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { fakeClock } from '@voltframe/kit/testing/fake-clock';
import { type HydratingState, type LinksState, NAVIGABLE_EVENT, OFF_EVENT } from '../../src/boot-state.ts';
import { holdClicks } from '../../src/bootstrap/hold-clicks.ts';

/** A page with a link to `href`, whose scripts are not loaded. */
function page(href = '/about') {
  const clock = fakeClock();
  const followed: string[] = [];
  const clicked: Event[] = [];
  const parts = { links: 'held' as LinksState, hydrating: 'true' as HydratingState };
  const root = document.createElement('div');
  Object.assign(root, { body: root });
  document.body.append(root);
  root.innerHTML = `<a href="${href}">About</a>`;
  const events = new EventTarget();
  const shown = {
    document: root,
    location: {
      origin: window.location.origin,
      pathname: '/',
      search: '',
      assign: (url: string) => followed.push(url),
    },
    setTimeout: clock.setTimeout,
    clearTimeout: clock.clearTimeout,
    addEventListener: events.addEventListener.bind(events),
  };
  holdClicks(
    shown as unknown as Window,
    () => parts.links,
    () => parts.hydrating,
  );
  // Runs last: records whether the browser would follow the link, and prevents it.
  root.addEventListener('click', (event) => {
    if (!event.defaultPrevented) clicked.push(event);
    event.preventDefault();
  });
  const link = root.querySelector('a')!;
  const hydrate = (): void => void (parts.hydrating = 'false');
  const change = (links: LinksState, name: string): void => {
    parts.links = links;
    events.dispatchEvent(new Event(name));
  };
  return { clock, link, followed, clicked, hydrate, change };
}

describe('a click on a link before the page can navigate', () => {
  it('is repeated when the page can navigate', async () => {
    const { clock, link, followed, clicked, change } = page();
    link.click();
    expect(clicked).toHaveLength(0);
    change('followed', NAVIGABLE_EVENT);
    expect(clicked.map(({ target }) => target)).toEqual([link]);
    await clock.advance(5000);
    expect(followed).toEqual([]);
  });

  it('is followed by the browser after 1000 ms', async () => {
    const { clock, link, followed } = page();
    link.click();
    await clock.advance(999);
    expect(followed).toEqual([]);
    await clock.advance(1);
    expect(followed).toEqual([link.href]);
  });

  it('is followed by the browser immediately when the page is turned off', () => {
    const { link, followed, change } = page();
    link.click();
    change('plain', OFF_EVENT);
    expect(followed).toEqual([link.href]);
  });

  it('replaces an earlier click', async () => {
    const { clock, link, followed } = page();
    link.click();
    await clock.advance(600);
    link.click();
    await clock.advance(600);
    expect(followed).toEqual([]);
    await clock.advance(400);
    expect(followed).toEqual([link.href]);
  });

  it('reaches React once: in a hydrated page a copy of the link is clicked', () => {
    const { link, clicked, hydrate, change } = page();
    const seen: Event[] = [];
    link.addEventListener('click', (event) => seen.push(event));
    hydrate();
    link.click();
    change('followed', NAVIGABLE_EVENT);
    expect([seen.length, clicked.length]).toEqual([1, 1]);
    expect(clicked[0]!.target).toMatchObject({ href: link.href, isConnected: false });
  });

  it.each(['/#part', 'https://other.example/'])('is left to the browser for %s', (href) => {
    const { link, clicked } = page(href);
    link.click();
    expect(clicked).toHaveLength(1);
  });
});

it('does not intercept a click when the page can navigate', () => {
  const { link, clicked, change } = page();
  change('followed', NAVIGABLE_EVENT);
  link.click();
  expect(clicked).toHaveLength(1);
});
