// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import type { PageData } from '@voltframe/kit/contract/page/page-data';
import { HYDRATED_EVENT, OFF_EVENT } from '../../src/boot-state.ts';
import type { Signal } from '../../src/reports/signals.ts';

const started = vi.hoisted(() => ({ times: [] as unknown[][], take: (_: unknown): void => {} }));
vi.mock('../../src/reports/start-reports.ts', () => ({
  startReports: (...values: unknown[]) => {
    started.times.push(values);
    return started.take;
  },
}));
vi.resetModules();
const { listen } = await import('../../src/reports/listen.ts');

const SIGNAL: Signal = { type: 'chunk', error: new Error('lost'), app: 'blog' };

/** A window that is always idle. */
function setUp(
  navigator: object = {},
  data: object = { reports: true },
  readyState = 'complete',
  search = '',
) {
  const document = { readyState };
  const played = Object.assign(new EventTarget(), { document, navigator, location: { search } });
  const tell = listen(played as never, data as PageData);
  const decide = (type: string): void => void played.dispatchEvent(new Event(type));
  return { tell, decide, played, document };
}

beforeEach(() => {
  started.times.length = 0;
  vi.stubGlobal('requestIdleCallback', (task: () => void) => task());
  return () => vi.unstubAllGlobals();
});

it('buffers signals until the script is loaded, and then passes them on', async () => {
  const received: unknown[] = [];
  started.take = (signal) => received.push(signal);
  const { tell, decide, played } = setUp();
  tell!(SIGNAL);
  played.dispatchEvent(new Event('unhandledrejection'));
  expect(started.times).toEqual([]);
  decide(HYDRATED_EVENT);
  await vi.waitFor(() => expect(started.times).toHaveLength(1), 60_000);
  const [, , early, decided] = started.times[0]!;
  expect(early).toMatchObject([SIGNAL, { type: 'unhandledrejection' }]);
  expect(decided).toMatchObject({ type: HYDRATED_EVENT });
  tell!(SIGNAL);
  played.dispatchEvent(new Event('error'));
  expect(received).toMatchObject([SIGNAL, { type: 'error' }]);
});

it('loads the script also for a page that is turned off', async () => {
  setUp().decide(OFF_EVENT);
  await vi.waitFor(() => expect(started.times).toHaveLength(1), 60_000);
});

it('loads the script once for a page that is turned off after hydration', async () => {
  const { decide } = setUp();
  decide(HYDRATED_EVENT);
  decide(OFF_EVENT);
  await vi.waitFor(() => expect(started.times).toHaveLength(1), 60_000);
  await Promise.resolve();
  expect(started.times).toMatchObject([[{}, {}, [], { type: HYDRATED_EVENT }]]);
});

it('loads the script in a controlled browser whose address asks for reports', async () => {
  setUp({ webdriver: true }, { reports: true }, 'complete', '?a=b&report=1').decide(HYDRATED_EVENT);
  await vi.waitFor(() => expect(started.times).toHaveLength(1), 60_000);
});

it('loads the script after the document', async () => {
  const { decide } = setUp({}, { reports: true }, 'interactive');
  decide(HYDRATED_EVENT);
  await Promise.resolve();
  expect(started.times).toEqual([]);
  decide('load');
  await vi.waitFor(() => expect(started.times).toHaveLength(1), 60_000);
});

it.each([
  ['reports are off', {}, {}],
  ['the visitor sends do-not-track', { doNotTrack: '1' }, { reports: true }],
  ['the visitor sends global privacy control', { globalPrivacyControl: true }, { reports: true }],
  ['a program controls the browser', { webdriver: true }, { reports: true }],
])('loads and buffers nothing when %s', (_, navigator, data) => {
  const { tell, decide, played } = setUp(navigator, data);
  expect(tell).toBeUndefined();
  const idle = vi.fn<() => void>();
  vi.stubGlobal('requestIdleCallback', idle);
  played.dispatchEvent(new Event('error'));
  for (const type of [HYDRATED_EVENT, OFF_EVENT, 'load']) decide(type);
  expect(idle.mock.calls).toEqual([]);
});
