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

/** A window of its own, whose idle moments come at once. */
function setUp(navigator: object = {}, data: object = { reports: true }, readyState = 'complete') {
  const document = { readyState };
  const played = Object.assign(new EventTarget(), { document, navigator });
  const tell = listen(played as never, data as PageData);
  const decide = (type: string): void => void played.dispatchEvent(new Event(type));
  return { tell, decide, played, document };
}

beforeEach(() => {
  started.times.length = 0;
  vi.stubGlobal('requestIdleCallback', (task: () => void) => task());
  return () => vi.unstubAllGlobals();
});

it('keeps what is told until the script is there, which takes the rest', async () => {
  const taken: unknown[] = [];
  started.take = (signal) => taken.push(signal);
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
  expect(taken).toMatchObject([SIGNAL, { type: 'error' }]);
});

it('asks for it where a page stays as the server sent it, too', async () => {
  setUp().decide(OFF_EVENT);
  await vi.waitFor(() => expect(started.times).toHaveLength(1), 60_000);
});

it('asks once: a page that hydrated may be turned off after that', async () => {
  const { decide } = setUp();
  decide(HYDRATED_EVENT);
  decide(OFF_EVENT);
  await vi.waitFor(() => expect(started.times).toHaveLength(1), 60_000);
  await Promise.resolve();
  expect(started.times).toMatchObject([[{}, {}, [], { type: HYDRATED_EVENT }]]);
});

it('waits until the document is loaded', async () => {
  const { decide } = setUp({}, { reports: true }, 'interactive');
  decide(HYDRATED_EVENT);
  await Promise.resolve();
  expect(started.times).toEqual([]);
  decide('load');
  await vi.waitFor(() => expect(started.times).toHaveLength(1), 60_000);
});

it.each([
  ['the gateway takes none', {}, {}],
  ['the visitor does not want to be tracked', { doNotTrack: '1' }, { reports: true }],
  ['the visitor wants privacy', { globalPrivacyControl: true }, { reports: true }],
  ['a program drives the browser', { webdriver: true }, { reports: true }],
])('does not even ask for the script, and keeps nothing, where %s', (_, navigator, data) => {
  const { tell, decide, played } = setUp(navigator, data);
  expect(tell).toBeUndefined();
  const asked = vi.fn<() => void>();
  vi.stubGlobal('requestIdleCallback', asked);
  played.dispatchEvent(new Event('error'));
  for (const type of [HYDRATED_EVENT, OFF_EVENT, 'load']) decide(type);
  expect(asked.mock.calls).toEqual([]);
});
