// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { followNavigation } from '../../src/navigation/follow-navigation.ts';
import type { Trigger } from '../../src/navigation/pipeline.ts';
import { type Place, placeUrl } from '../../src/navigation/place.ts';
import type { PopListener } from '../../src/navigation/site-history.ts';

/** @returns the calls of the pipeline for a click on the link, and the listener of the history. */
function follow(html: string) {
  const calls: string[] = [];
  const listeners: PopListener[] = [];
  const root = document.createElement('div');
  root.innerHTML = html;
  const pipeline = {
    async navigate(place: Place, trigger: Trigger) {
      calls.push(`${trigger.kind} ${placeUrl(place)}`);
      return 'confirmed' as const;
    },
  };
  const history = { listen: (listener: PopListener) => listeners.push(listener) };
  const shown = { document: root, location: { origin: window.location.origin } };
  followNavigation(shown as unknown as Window, pipeline, history as never);
  const link = root.querySelector<HTMLElement>('a')!;
  const click = new MouseEvent('click', { bubbles: true, cancelable: true });
  // Prevents the load of a document.
  root.addEventListener('click', (event) => event.preventDefault());
  link.dispatchEvent(click);
  return { calls, pop: listeners[0]! };
}

it.each([
  ['<a href="/About/?q=1#x">About</a>', ['push /About?q=1#x']],
  ['<a href="/about" data-replace="">About</a>', ['replace /about']],
  ['<a href="https://other.example/">elsewhere</a>', []],
])('a click on %s calls the pipeline with %j', (html, calls) => {
  expect(follow(html).calls).toEqual(calls);
});

it('a move in the history calls the pipeline', () => {
  const { calls, pop } = follow('<a href="https://other.example/">elsewhere</a>');
  pop({ path: '/blog/', search: '?tag=x', hash: '' }, { delta: -1, animated: false });
  expect(calls).toEqual(['pop /blog?tag=x']);
});
