// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { followNavigation } from '../../src/navigation/follow-navigation.ts';
import type { Trigger } from '../../src/navigation/pipeline.ts';
import { type Place, placeUrl } from '../../src/navigation/place.ts';
import type { PopListener } from '../../src/navigation/site-history.ts';

/** What the pipeline is asked for by a click on a link of this document, and by a move in the history. */
function follow(html: string) {
  const asked: string[] = [];
  const heard: PopListener[] = [];
  const root = document.createElement('div');
  root.innerHTML = html;
  const pipeline = {
    async navigate(place: Place, trigger: Trigger) {
      asked.push(`${trigger.kind} ${placeUrl(place)}`);
      return 'confirmed' as const;
    },
  };
  const history = { listen: (listener: PopListener) => heard.push(listener) };
  const shown = { document: root, location: { origin: window.location.origin } };
  followNavigation(shown as unknown as Window, pipeline, history as never);
  const link = root.querySelector<HTMLElement>('a, b')!;
  const click = new MouseEvent('click', { bubbles: true, cancelable: true });
  // Nothing is to be loaded here.
  root.addEventListener('click', (event) => event.preventDefault());
  link.dispatchEvent(click);
  return { asked, pop: heard[0]! };
}

it.each([
  ['<a href="/About/?q=1#x">About</a>', ['push /About?q=1#x']],
  ['<a href="/about" data-replace="">About</a>', ['replace /about']],
  ['<a href="/about"><b>in it</b></a>', ['push /about']],
  ['<a href="https://other.example/">elsewhere</a>', []],
  ['<a href="/feed.xml">a file</a>', []],
])('a click on %s asks the pipeline for %j', (html, asked) => {
  expect(follow(html).asked).toEqual(asked);
});

it('a move in the history goes through the pipeline, with how far it went', () => {
  const { asked, pop } = follow('<a href="https://other.example/">elsewhere</a>');
  pop({ path: '/blog/', search: '?tag=x', hash: '' }, { delta: -1, animated: false });
  expect(asked).toEqual(['pop /blog?tag=x']);
});
