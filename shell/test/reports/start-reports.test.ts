import { REPORT_LIMITS, type ViewReport } from '@voltframe/kit/contract/reports/view-report';
import { expect, it } from 'vitest';
import { HYDRATED_EVENT, OFF_EVENT } from '../../src/boot-state.ts';
import type { Signal } from '../../src/reports/signals.ts';
import { startReports } from '../../src/reports/start-reports.ts';

const OWN = '    at Post (https://site.example/assets/blog/page.js:12:34)';
const boom = Object.assign(new Error('boom'), { stack: `Error: boom\n${OWN}` });
const routes = [
  { id: 'blog.post', app: 'blog' },
  { id: 'legal.terms', app: 'legal' },
];

interface Played {
  userAgent?: string;
  className?: string;
  page?: object | null;
  early?: Signal[];
  decided?: string;
  visibilityState?: string;
}

function start(played: Played = {}) {
  const { className = '', page = { routeId: 'blog.post' }, early = [], decided } = played;
  const sent: (ViewReport & { url: string })[] = [];
  const timers: (() => void)[] = [];
  const visibilityState = played.visibilityState ?? 'visible';
  const document = Object.assign(new EventTarget(), { visibilityState, documentElement: { className } });
  const window = Object.assign(new EventTarget(), {
    document,
    location: { origin: 'https://site.example', pathname: '/blog/a' },
    navigator: {
      userAgent: played.userAgent ?? 'Firefox',
      sendBeacon: (url: string, body: string) => sent.push({ url, ...JSON.parse(body) }) > 0,
    },
    performance: { getEntriesByType: () => [] },
    setTimeout: (callback: () => void) => timers.push(callback),
  });
  const event = { type: decided ?? HYDRATED_EVENT, timeStamp: 640 };
  const tell = startReports(window as never, { composition: 'c1', routes, page } as never, early, event);
  const hide = (state = 'hidden'): void => {
    document.visibilityState = state;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const wait = (): void => timers.splice(0).forEach((callback) => callback());
  return {
    tell,
    sent,
    timers,
    hide,
    wait,
    document,
    leave: () => window.dispatchEvent(new Event('pagehide')),
  };
}

const frame = { url: '/-/reports', version: 1, composition: 'c1' };
const error = { kind: 'render', app: 'blog', route: 'blog.post', message: 'boom', stack: OWN, times: 1 };

it('sends errors after a while, including earlier ones', () => {
  const { tell, sent, wait } = start({ early: [{ type: 'render', error: boom }] });
  tell({ type: 'render', error: boom });
  expect(sent).toEqual([]);
  wait();
  expect(sent).toEqual([{ ...frame, errors: [{ ...error, times: 2 }] }]);
});

it('sends errors with one timer, and each only once', () => {
  const { tell, sent, timers, wait, leave } = start();
  tell({ type: 'render', error: boom });
  tell({ type: 'event', error: boom });
  expect(timers).toHaveLength(1);
  leave();
  wait();
  leave();
  expect(sent).toMatchObject([{ errors: [{ times: 1 }, { times: 1 }], vitals: {} }]);
});

const failure = (message: string, stack = OWN): Signal => ({ type: 'render', error: { message, stack } });

it.each([
  ['another message', failure('bang')],
  ['another stack', failure('boom', OWN.replace('Post', 'List'))],
  ['another kind', { ...failure('boom'), type: 'hydration' } as Signal],
  ['another app', { ...failure('boom'), app: 'legal' } as Signal],
])('separates errors with %s', (_, other) => {
  const { tell, sent, wait } = start();
  for (const signal of [failure('boom'), other]) tell(signal);
  wait();
  expect(sent).toMatchObject([{ errors: [{ times: 1 }, { times: 1 }] }]);
});

it('sends ten different errors of a document, and counts each up to the limit of the gateway', () => {
  const { tell, sent, wait } = start();
  for (let index = 0; index < 12; index++) tell(failure(`boom ${index}`));
  for (let index = 0; index < 1_500; index++) tell(failure('boom 0'));
  wait();
  expect(sent[0]!.errors!.map(({ times }) => times)).toEqual([1_000, ...Array<number>(9).fill(1)]);
  tell(failure('boom 11'));
  wait();
  expect(sent).toHaveLength(1);
});

it('sends errors of a document five times, and then only vitals', () => {
  const { tell, sent, wait, leave } = start();
  for (let index = 0; index < 8; index++) {
    tell(failure('boom'));
    wait();
  }
  leave();
  expect(sent.map(({ errors, vitals }) => [errors?.length, vitals?.route])).toEqual([
    ...Array.from({ length: 5 }, () => [1, undefined]),
    [undefined, 'blog.post'],
  ]);
});

it('splits large errors into reports of the size that the gateway accepts', () => {
  const { tell, sent, leave } = start();
  for (let index = 0; index < 5; index++)
    tell({ ...failure(`boom ${index}`, `${OWN}\n`.repeat(60)), components: `${OWN}\n`.repeat(30) } as Signal);
  leave();
  for (const report of sent) expect(JSON.stringify(report).length).toBeLessThan(REPORT_LIMITS.bodyBytes);
  expect(sent.map(({ errors, vitals }) => [errors!.map(({ message }) => message), vitals?.route])).toEqual(
    [0, 1, 2, 3, 4].map((index) => [[`boom ${index}`], index === 0 ? 'blog.post' : undefined]),
  );
});

it('attributes an error to the page that is shown', () => {
  const { tell, sent, wait } = start();
  tell({ type: 'shown', route: routes[1]! });
  tell({ type: 'render', error: boom });
  tell({ type: 'shown', route: null });
  tell({ type: 'render', error: boom });
  wait();
  const { route: _, ...onErrorScreen } = { ...error, app: 'shell' };
  expect(sent).toEqual([
    { ...frame, errors: [{ ...error, app: 'legal', route: 'legal.terms' }, onErrorScreen] },
  ]);
});

it('sends vitals once, when the document is left for the first time', () => {
  const { tell, sent, hide, leave } = start();
  tell({ type: 'shown', route: routes[1]! });
  tell({ type: 'navigated', ms: 90 });
  hide();
  hide('visible');
  hide();
  leave();
  const navigations = [{ route: 'legal.terms', ms: 90 }];
  const vitals = { route: 'blog.post', hydration: 640, navigations };
  expect(sent).toEqual([{ ...frame, vitals }]);
});

it('sends errors and vitals in one report', () => {
  const { tell, sent, leave } = start();
  tell({ type: 'render', error: boom });
  leave();
  expect(sent).toEqual([
    { ...frame, errors: [error], vitals: { route: 'blog.post', hydration: 640, navigations: [] } },
  ]);
});

it('sends further errors after that', () => {
  const { tell, sent, hide } = start();
  hide();
  hide('visible');
  tell({ type: 'render', error: boom });
  hide();
  expect(sent).toMatchObject([{ vitals: {} }, { errors: [error] }]);
});

it('reports no hydration of a page that is turned off', () => {
  const { sent, hide } = start({ decided: OFF_EVENT });
  hide();
  expect(sent).toEqual([{ ...frame, vitals: { route: 'blog.post', navigations: [] } }]);
});

it('does not measure an error screen', () => {
  const { sent, hide } = start({ page: null });
  hide();
  expect(sent).toEqual([]);
});

it('sends errors immediately in a hidden document', () => {
  const { sent } = start({ early: [{ type: 'render', error: boom }], visibilityState: 'hidden' });
  expect(sent).toEqual([{ ...frame, errors: [error] }]);
});

it('sends nothing for a crawler', () => {
  const { tell, sent, leave } = start({ userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' });
  tell({ type: 'render', error: boom });
  leave();
  expect(sent).toEqual([]);
});

it('ignores hydration errors on a translated page', () => {
  const { tell, sent, wait, document } = start();
  document.documentElement.className = 'dark translated-rtl';
  tell({ type: 'hydration', error: boom });
  wait();
  expect(sent).toEqual([]);
});

it('reports violations of the policy', () => {
  const { sent, wait, document } = start();
  const violation = { effectiveDirective: 'img-src', blockedURI: 'https://other.example/a' };
  document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), violation));
  wait();
  expect(sent).toMatchObject([
    { errors: [{ kind: 'csp', message: 'img-src blocked https://other.example' }] },
  ]);
});
