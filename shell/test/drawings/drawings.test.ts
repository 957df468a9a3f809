// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drawingSvg } from '@voltframe/kit/contract/page/drawing';
import { createDrawings } from '../../src/drawings/drawings.ts';

/** A straight current of 100 units; the mark is beside its middle. */
const DRAWING = drawingSvg({ lines: 'M0 0', current: 'M0 50H100', rider: 'M90 40h20v20', mark: [50, 60] });
const LONGEST_MS = 900;

interface Played {
  element: string;
  keyframes: Keyframe[];
  duration: number;
  playState: string;
}
let played: Played[];
let reduced: boolean;
let see: (drawing: Element) => void;
let watched: Set<Element>;
let listening: AbortController;

beforeEach(() => {
  played = [];
  reduced = false;
  watched = new Set();
  listening = new AbortController();
  document.body.innerHTML = `<article><h2>Rover</h2><svg>${DRAWING}</svg></article><svg id="other">${DRAWING}</svg>`;
  const drawn = {
    getTotalLength: () => 100,
    getPointAtLength: (way: number) => ({ x: way, y: 50 }),
    animate(this: SVGElement, keyframes: Keyframe[], { duration }: { duration: number }) {
      const element = this.getAttribute('class') ?? this.tagName;
      const one = { element, keyframes, duration, playState: 'running' };
      played.push(one);
      const become = (state: string) => () => void (one.playState = state);
      return Object.assign(one, { play: become('running'), pause: become('paused'), cancel: become('idle') });
    },
  };
  for (const element of document.querySelectorAll('svg *')) Object.assign(element, drawn);
});
afterEach(() => listening.abort());

function start({ observes = true } = {}) {
  const own = {
    querySelectorAll: document.querySelectorAll.bind(document),
    addEventListener: (type: string, listener: EventListener) =>
      document.addEventListener(type, listener, { signal: listening.signal }),
  };
  return createDrawings({
    document: own as unknown as Document,
    reducedMotion: () => reduced,
    makeObserver(onVisible) {
      see = onVisible;
      return observes
        ? { observe: (one) => void watched.add(one), unobserve: (one) => void watched.delete(one) }
        : null;
    },
  });
}

const states = () => played.map(({ element, playState }) => `${element} ${playState}`);
const hover = (selector: string, from: Element | null = null): void => {
  const event = new Event('pointerover', { bubbles: true });
  Object.defineProperty(event, 'relatedTarget', { value: from });
  document.querySelector(selector)!.dispatchEvent(event);
};

it('draws a current once, when its drawing is seen for the first time', () => {
  const drawings = start();
  const [first] = document.querySelectorAll('svg');
  drawings.look();
  expect(new Set(states())).toEqual(new Set(['current paused', 'rider paused', 'circle paused']));
  expect(watched.size).toBe(2);
  see(first!);
  expect(states().slice(0, 3)).toEqual(['current running', 'rider running', 'circle running']);
  expect(states().slice(3)).toEqual(['current paused', 'rider paused', 'circle paused']);
  expect(watched.has(first!)).toBe(false);
  drawings.look();
  expect(played).toHaveLength(6);
  expect(Math.max(...played.map(({ duration }) => duration))).toBeLessThanOrEqual(LONGEST_MS);
});

it('lets the rider arrive where it is drawn, and the mark appear when the current passes it', () => {
  start().look();
  const [, rider, mark] = played;
  expect(rider!.keyframes[0]!['transform']).toBe('translate(-100px, 0px)');
  expect(rider!.keyframes.at(-1)!['transform']).toBe('translate(0px, 0px)');
  expect(mark!.keyframes.map(({ offset, transform }) => [offset, transform])).toEqual([
    [0, 'scale(0)'],
    [0.5, 'scale(0)'],
    [0.62, 'scale(2.6)'],
    [1, 'scale(1)'],
  ]);
});

it('repeats it for a pointer over the article or the drawing, not while it runs', () => {
  start({ observes: false }).look();
  expect(played).toEqual([]);
  hover('h2');
  expect(states()).toEqual(['current running', 'rider running', 'circle running']);
  hover('article path');
  hover('h2', document.querySelector('article'));
  expect(played).toHaveLength(3);
  for (const one of played) one.playState = 'finished';
  hover('h2', document.querySelector('article path'));
  expect(played).toHaveLength(3);
  hover('h2', document.body);
  hover('#other path');
  expect(played).toHaveLength(9);
});

it('moves nothing with reduced motion', () => {
  reduced = true;
  start().look();
  hover('h2');
  expect(played).toEqual([]);
});

it('shows a waiting drawing without motion if motion is reduced meanwhile', () => {
  start().look();
  reduced = true;
  see(document.querySelector('svg')!);
  expect(states().slice(0, 3)).toEqual(['current idle', 'rider idle', 'circle idle']);
});

it('leaves a drawing alone that the browser cannot measure', () => {
  for (const element of document.querySelectorAll('path')) element.getTotalLength = () => 0;
  start().look();
  expect(played).toEqual([]);
});
