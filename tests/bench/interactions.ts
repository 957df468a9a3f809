import type { Browser } from 'playwright';
import type { Bench } from './run.ts';
import { inBrowser } from './support/browser-site.ts';
import { type InteractionTime, timeInteraction, watchInteractions } from './support/event-timing.ts';
import { FRAME_MS, mainThreadTime, recordFrames } from './support/frame-times.ts';
import { settled } from './support/server-process.ts';
import { type Device, DEVICES, SLOWER, type SlowVisit, onSlowDevice } from './support/slow-visitor.ts';
import { median, percentile } from './support/statistics.ts';
import { type Row, atMost, milliseconds } from './support/table.ts';

const RUNS = 5;
const INTERACTION_MS = 150;
/** Time in which a page becomes idle after it was scrolled. */
const SCROLLED_MS = 1_000;
const TYPED = 'caching';
const SUBMITTED = 'robot';
/** Time between two typed letters. */
const LETTER_MS = 150;

/** Number of disturbances of the hero's drawing, and the time between them. Each takes two seconds. */
const PULSES = 6;
const PULSE_MS = 500;
/** A frame that lasts longer than so many frames of the display is long. */
const LONG_FRAMES = 1.5;
const LONG_SHARE = 0.05;
const LONGEST_FRAME_MS = 50;
/** Browsers round the times of frames. */
const ROUNDED_MS = 0.2;

/** Interactions on a page, in their order. */
interface Scene {
  path: string;
  devices: readonly Device[];
  play(visit: SlowVisit, measure: Measure): Promise<void>;
}
type Measure = (name: string, act: () => Promise<void>, result?: string) => Promise<void>;

/** A recording of the hero's drawing. */
interface HeroRun {
  /** Durations of the frames on the slow processor, ms. */
  frames: number[];
  /** Processor time of the main thread in a frame without throttling, ms. */
  work: number;
}

const SCENES: Scene[] = [
  {
    path: '/',
    devices: ['phone'],
    async play({ page, press }, measure) {
      const toggle = page.locator('#site-menu > summary');
      await measure('opens the menu', () => press(toggle), '#site-menu[open]');
      await measure('closes the menu', () => press(toggle), '#site-menu:not([open])');
    },
  },
  {
    path: '/',
    devices: DEVICES,
    async play({ page, press }, measure) {
      const start = page.getByRole('main').getByRole('button', { name: 'X-ray this page' });
      await start.scrollIntoViewIfNeeded();
      await page.waitForTimeout(SCROLLED_MS);
      await measure('opens the X-ray', () => press(start), '[data-place]');
      const end = page.getByRole('button', { name: 'End X-ray' });
      await measure('closes the X-ray', () => press(end), 'body:not(:has([data-place]))');
    },
  },
  {
    path: '/blog',
    devices: DEVICES,
    async play({ page, press }, measure) {
      const box = page.getByRole('searchbox');
      await measure('types a word in the search', async () => {
        await press(box);
        await box.pressSequentially(TYPED, { delay: LETTER_MS });
      });
      // Not yet in the address.
      await box.fill(SUBMITTED);
      await measure('submits the search', () => box.press('Enter'));
    },
  },
  {
    path: '/contact',
    devices: DEVICES,
    async play({ page, press }, measure) {
      const send = page.getByRole('button', { name: 'Send message' });
      await send.scrollIntoViewIfNeeded();
      await page.waitForTimeout(SCROLLED_MS);
      await measure('posts a form with errors', () => press(send), '[aria-invalid=true]');
    },
  },
];

const bench: Bench = {
  title: `Interactions and frames on a processor ${SLOWER} times slower`,
  async measure() {
    return inBrowser({}, async (site, browser) => {
      await settled(site);
      const times = new Map<string, InteractionTime[]>();
      const frames = new Map<Device, HeroRun[]>(DEVICES.map((device) => [device, []]));
      for (let run = 0; run < RUNS; run++)
        for (const device of DEVICES) {
          for (const scene of SCENES) await playOnce(browser, site.url, device, scene, times);
          frames.get(device)!.push(await disturbHero(browser, site.url, device));
        }
      return [
        ...[...times].flatMap(([name, taken]) => interactionRows(name, taken)),
        ...[...frames].flatMap(([device, runs]) => frameRows(device, runs)),
      ];
    });
  },
};
export default bench;

/** Plays a scene if the device has it, and adds the time of each interaction to `times`. */
async function playOnce(
  browser: Browser,
  site: string,
  device: Device,
  { path, devices, play }: Scene,
  times: Map<string, InteractionTime[]>,
): Promise<void> {
  if (!devices.includes(device)) return;
  await onSlowDevice(browser, site + path, device, watchInteractions, (visit) =>
    play(visit, async (name, act, result) => {
      const key = `${device} ${name}`;
      times.set(key, [...(times.get(key) ?? []), await timeInteraction(visit.page, act, result)]);
    }),
  );
}

/** Moves the hero's drawing twice: on the slow processor, and to measure the work of its frames. */
function disturbHero(browser: Browser, site: string, device: Device): Promise<HeroRun> {
  return onSlowDevice(browser, `${site}/`, device, watchInteractions, async ({ page, point }) => {
    const { x, y, width, height } = (await page.locator('h1 svg').boundingBox())!;
    const pulses = async (): Promise<void> => {
      for (let pulse = 0; pulse < PULSES; pulse++) {
        await point(x + width * 0.3, y + height * (0.3 + (pulse % 4) * 0.1));
        await page.waitForTimeout(PULSE_MS);
      }
    };
    const frames = await recordFrames(page, pulses);
    let measured: number[] = [];
    const work = await mainThreadTime(page, async () => (measured = await recordFrames(page, pulses)));
    return { frames, work: work / measured.length };
  });
}

function interactionRows(name: string, taken: readonly InteractionTime[]): Row[] {
  const results = taken.flatMap(({ result }) => result ?? []);
  return [
    timeRow(
      `${name}: next paint`,
      taken.map(({ paint }) => paint),
    ),
    ...(results.length > 0 ? [timeRow(`${name}: result`, results)] : []),
  ];
}

function timeRow(name: string, times: readonly number[]): Row {
  const [p50, slowest] = [median(times), Math.max(...times)].map(milliseconds);
  const row = atMost(`${name}, p75 (p50 / slowest)`, percentile(times, 0.75), INTERACTION_MS, milliseconds);
  return { ...row, measured: `${row.measured} (${p50} / ${slowest})` };
}

function frameRows(device: Device, runs: readonly HeroRun[]): Row[] {
  const all = runs.flatMap(({ frames }) => frames);
  const typical = (of: (run: HeroRun) => number): number => median(runs.map(of));
  const long = typical(
    ({ frames }) => frames.filter((ms) => ms > LONG_FRAMES * FRAME_MS).length / frames.length,
  );
  const longest = typical(({ frames }) => Math.max(...frames) - ROUNDED_MS);
  const work = typical((run) => run.work) * SLOWER;
  const tenths = (ms: number): string => `${ms.toFixed(1)} ms`;
  return [
    atMost(`${device} hero: work of the main thread in a frame`, work, FRAME_MS, tenths),
    atMost(`${device} hero: frame, p50 of ${all.length}`, median(all), FRAME_MS + ROUNDED_MS, tenths),
    atMost(`${device} hero: share of frames over ${LONG_FRAMES} frames`, long, LONG_SHARE),
    atMost(`${device} hero: longest frame of a run, p50`, longest, LONGEST_FRAME_MS, milliseconds),
  ];
}
