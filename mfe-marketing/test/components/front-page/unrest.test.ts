// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { current } from '../../../src/components/front-page/strands.ts';
import { stir } from '../../../src/components/front-page/unrest.ts';

const CALM = current();
const MOST_MS = 2_000;

let frames: FrameRequestCallback[];
let now: number;
let top: number;
let reduced: boolean;
let end: () => void;

beforeEach(() => {
  frames = [];
  now = 1_000;
  reduced = false;
  top = 200;
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback));
  vi.stubGlobal('cancelAnimationFrame', () => void (frames = []));
  vi.stubGlobal('performance', { now: () => now });
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return reduced;
    },
  }));
});
afterEach(() => {
  end();
  vi.unstubAllGlobals();
});

/** @param calm lets the pulse at the start pass */
function setUp({ calm = true } = {}) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const paths = ['loose', 'frame', 'ordered', 'alive'].map(() =>
    svg.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'path')),
  );
  const field = Object.assign(svg, {
    getBoundingClientRect: () => ({ top, bottom: top + 150, height: 150 }) as DOMRect,
  });
  end = stir(field);
  if (calm) settle();
  const [loose, , ordered, alive] = paths.map((path) => () => path.getAttribute('d'));
  return { drawn: () => ({ loose: loose!(), ordered: ordered!(), alive: alive!() }) };
}

/** Runs the requested frames. @returns whether there were any. */
function frame(): boolean {
  const waiting = frames;
  frames = [];
  now += 16;
  for (const callback of waiting) callback(now);
  return waiting.length > 0;
}

/** Runs frames until there are none, at most for 10 s. @returns the time that it took, ms */
function settle(): number {
  const from = now;
  while (frame() && now < from + 10_000);
  return now - from;
}

function point(clientY: number, type = 'pointermove'): void {
  const event = Object.assign(new Event(type), { clientX: 300, clientY });
  Object.defineProperty(event, 'timeStamp', { value: now });
  dispatchEvent(event);
}

it('sends one pulse at the start, from left to right, and is still after two seconds', () => {
  const { drawn } = setUp({ calm: false });
  const changed = { loose: 0, ordered: 0, alive: 0 };
  const from = now;
  while (frame() && now < from + 10_000) {
    const shown = drawn();
    for (const part of ['loose', 'ordered', 'alive'] as const)
      if (shown[part] !== CALM[part]) changed[part] = changed[part] || now - from;
  }
  expect(now - from).toBeLessThan(MOST_MS);
  expect(changed.loose).toBeGreaterThan(0);
  expect(changed.ordered).toBeGreaterThan(changed.loose);
  expect(drawn()).toEqual(CALM);
});

it.each(['pointermove', 'pointerdown'])('sends a pulse for %s over it, until it is still again', (type) => {
  const { drawn } = setUp();
  point(250, type);
  now += 100;
  frame();
  expect(drawn().loose).not.toBe(CALM.loose);
  expect(drawn().alive).not.toBe(CALM.alive);
  expect(settle()).toBeLessThan(MOST_MS);
  expect(drawn()).toEqual(CALM);
});

it('sends few pulses for many movements, and is still two seconds after the last one', () => {
  const { drawn } = setUp();
  for (let n = 0; n < 200; n++) {
    point(220 + (n % 60));
    frame();
  }
  expect(settle()).toBeLessThan(MOST_MS);
  expect(drawn()).toEqual(CALM);
});

it.each([
  ['for a pointer above the drawing', () => point(150)],
  ['for a pointer below the drawing', () => point(400)],
  ['for a pointer while the drawing is out of sight', () => ((top = -400), point(-300))],
  ['for a pointer with reduced motion', () => ((reduced = true), point(250))],
  ['for a pointer after its end', () => (end(), point(250))],
])('draws nothing %s', (_, act) => {
  setUp();
  act();
  expect(frame()).toBe(false);
});

it('draws nothing at the start with reduced motion', () => {
  reduced = true;
  setUp({ calm: false });
  expect(frame()).toBe(false);
});

it('stops immediately when the drawing leaves the viewport', () => {
  const { drawn } = setUp();
  point(250);
  frame();
  top = -400;
  frame();
  expect(frame()).toBe(false);
  expect(drawn()).toEqual(CALM);
});
