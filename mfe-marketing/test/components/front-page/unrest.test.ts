// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LIVE, LOOSE, strand } from '../../../src/components/front-page/strands.ts';
import { stir } from '../../../src/components/front-page/unrest.ts';

const ORDERED = 'H706L750 58';
const CALM = { loose: LOOSE.map((i) => strand(i)).join(''), alive: strand(LIVE) + ORDERED };
const MOST_FRAMES = 400;

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
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return reduced;
    },
  }));
  vi.stubGlobal(
    'DOMPoint',
    class {
      x: number;
      y: number;
      constructor(x: number, y: number) {
        [this.x, this.y] = [x, y];
      }
      matrixTransform = () => this;
    },
  );
});
afterEach(() => {
  end();
  vi.unstubAllGlobals();
});

function setUp() {
  const path = () => document.createElementNS('http://www.w3.org/2000/svg', 'path');
  const [loose, alive] = [path(), path()];
  const field = Object.assign(document.createElementNS('http://www.w3.org/2000/svg', 'svg'), {
    getBoundingClientRect: () => ({ top, bottom: top + 150 }),
    getScreenCTM: () => ({ inverse: () => ({}) }),
  });
  end = stir({ field, loose, alive, ordered: ORDERED });
  return { drawn: () => ({ loose: loose.getAttribute('d'), alive: alive.getAttribute('d') }) };
}

/** Runs the requested frames. @returns whether there were any. */
function frame(): boolean {
  const waiting = frames;
  frames = [];
  now += 16;
  for (const callback of waiting) callback(now);
  return waiting.length > 0;
}

function point(x: number, pointerType = 'mouse'): void {
  for (const clientX of [x, x + 60])
    dispatchEvent(
      Object.assign(new Event('pointermove'), { clientX, clientY: 120, pointerType }) as PointerEvent,
    );
}

it('a pointer disturbs the strands before the frame only, until they are calm again', () => {
  const { drawn } = setUp();
  point(200);
  frame();
  expect(drawn().loose).not.toBe(CALM.loose);
  expect(drawn().alive).not.toBe(CALM.alive);
  expect(drawn().alive).toMatch(new RegExp(`${ORDERED}$`));
  let count = 0;
  while (frame() && count < MOST_FRAMES) count++;
  expect(count).toBeLessThan(MOST_FRAMES);
  expect(drawn()).toEqual(CALM);
});

it('scrolling stirs all strands', () => {
  const { drawn } = setUp();
  vi.stubGlobal('scrollY', 90);
  dispatchEvent(new Event('scroll'));
  frame();
  expect(drawn().loose).not.toBe(CALM.loose);
});

it.each([
  ['for a pointer behind the frame', () => point(900)],
  ['for a touch', () => point(200, 'touch')],
  ['for a pointer while the drawing is out of sight', () => ((top = -400), point(200))],
  ['for a pointer with reduced motion', () => ((reduced = true), point(200))],
  ['for a pointer after its end', () => (end(), point(200))],
])('draws nothing %s', (_, act) => {
  setUp();
  act();
  expect(frame()).toBe(false);
});

it('stops immediately when the drawing leaves the viewport', () => {
  const { drawn } = setUp();
  point(200);
  frame();
  top = -400;
  frame();
  expect(frame()).toBe(false);
  expect(drawn()).toEqual(CALM);
});
