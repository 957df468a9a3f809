// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeClock } from '@voltframe/kit/testing/fake-clock';
import { getHydrating, OFF_EVENT } from '../../src/boot-state.ts';
import { startScripts } from '../../src/bootstrap/start-scripts.ts';

const played = vi.hoisted(() => ({
  painted: undefined as (() => void) | undefined,
  observesPaint: true,
  limits: [] as (number | undefined)[],
}));
vi.mock('@voltframe/kit/react/refusable', () => ({
  oncePainted: (callback: () => void) => ((played.painted = callback), played.observesPaint),
  whenIdle(task: () => void, limit?: number) {
    played.limits.push(limit);
    task();
  },
}));
/** The names of the scripts that ran. */
const ran: string[] = ((globalThis as { ran?: string[] }).ran = []);
const script = (name: string) =>
  `data:text/javascript,globalThis.ran.push('${name}') // ${Math.round(performance.timeOrigin)} ${count++}`;
let count = 0;
afterEach(() => {
  ran.length = 0;
  played.observesPaint = true;
  played.limits = [];
});

function start(...scripts: string[]) {
  const clock = fakeClock();
  const events: string[] = [];
  const page = Object.assign(new EventTarget(), {
    document,
    setTimeout: (callback: () => void, ms = 0) => clock.setTimeout(callback, ms),
    requestAnimationFrame: (frame: () => void) => clock.setTimeout(frame, 16),
  });
  page.addEventListener(OFF_EVENT, () => events.push('off'));
  startScripts(page as unknown as Window, scripts);
  return { page, clock, events };
}
/** Scripts are really imported, which can be slow. */
const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 10 });
const soon = () => until(() => expect(ran.length).toBeGreaterThan(0));

describe("the page's scripts", () => {
  it('wait for the first paint', async () => {
    start(script('entry'), script('chunk'));
    expect(ran).toEqual([]);
    played.painted!();
    await until(() => expect(ran.toSorted()).toEqual(['chunk', 'entry']));
  });

  it('wait at most 200 ms for an idle moment after the first paint', async () => {
    start(script('entry'));
    played.painted!();
    expect(played.limits).toEqual([200]);
    await soon();
  });

  it.each(['pointerdown', 'keydown', 'focusin', 'touchstart', 'wheel', 'scroll', 'pointermove'])(
    'start on %s, once',
    async (intent) => {
      const { page } = start(script('entry'));
      page.dispatchEvent(new Event(intent));
      page.dispatchEvent(new Event(intent));
      played.painted!();
      await soon();
      expect(ran).toEqual(['entry']);
    },
  );

  it('do not start on a pointer event without movement, which Chromium sends with the first frame', async () => {
    const { page } = start(script('entry'));
    const moved = (movementX: number) => Object.assign(new Event('pointermove'), { movementX, movementY: 0 });
    const stopsListening = vi.spyOn(page, 'removeEventListener');
    page.dispatchEvent(moved(0));
    expect(stopsListening).not.toHaveBeenCalled();
    page.dispatchEvent(moved(1));
    expect(stopsListening).toHaveBeenCalled();
    await soon();
  });

  it('start after 2 s in a tab that does not paint', async () => {
    const { clock } = start(script('entry'));
    await clock.advance(1999);
    expect(ran).toEqual([]);
    await clock.advance(1);
    await soon();
  });

  it('start after a frame if the browser does not report its paint', async () => {
    played.observesPaint = false;
    const { clock } = start(script('entry'));
    expect(ran).toEqual([]);
    await clock.advance(16);
    await soon();
  });

  it('turn the page off when the entry cannot be loaded', async () => {
    const { page, events } = start('data:text/javascript,throw new Error()', script('chunk'));
    page.dispatchEvent(new Event('keydown'));
    await until(() => expect(events).toEqual(['off']));
    expect(getHydrating(document)).toBe('off');
  });
});
