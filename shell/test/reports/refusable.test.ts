import { beforeEach, describe, expect, it, vi } from 'vitest';
import { observeEntries, observeViolations, send } from '../../src/reports/refusable.ts';

beforeEach(() => () => vi.unstubAllGlobals());

describe('measurements', () => {
  it('are told as they come, those of before too, and at the end what has not been told', () => {
    const observed: object[] = [];
    class Observer {
      static supportedEntryTypes = ['event'];
      readonly told: (list: object) => void;
      constructor(told: (list: object) => void) {
        this.told = told;
      }
      observe(options: object) {
        observed.push(options);
        this.told({ getEntries: () => ['first'] });
      }
      takeRecords = () => ['last'];
    }
    vi.stubGlobal('PerformanceObserver', Observer);
    const taken: unknown[] = [];
    const rest = observeEntries('event', (entry) => taken.push(entry), { durationThreshold: 40 });
    expect([taken, observed]).toEqual([
      ['first'],
      [{ type: 'event', buffered: true, durationThreshold: 40 }],
    ]);
    rest!();
    expect(taken).toEqual(['first', 'last']);
    expect(observeEntries('layout-shift', () => {})).toBeNull();
  });

  it('are none where the browser has no observer', () => {
    vi.stubGlobal('PerformanceObserver', undefined);
    expect(observeEntries('event', () => {})).toBeNull();
  });
});

describe('what the policy forbids', () => {
  const violation = { effectiveDirective: 'img-src' };

  it('is told, that of before too, where the browser keeps it', () => {
    const asked: object[] = [];
    class ReportingObserver {
      readonly told: (reports: object[]) => void;
      constructor(told: (reports: object[]) => void, options: object) {
        this.told = told;
        asked.push(options);
      }
      observe = () => this.told([{ body: violation }]);
    }
    const taken: object[] = [];
    observeViolations({ ReportingObserver } as never, (one) => taken.push(one));
    expect([taken, asked]).toEqual([[violation], [{ types: ['csp-violation'], buffered: true }]]);
  });

  it('is told by an event elsewhere', () => {
    const document = new EventTarget();
    const taken: object[] = [];
    observeViolations({ document } as never, (one) => taken.push(one));
    document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), violation));
    expect(taken).toMatchObject([violation]);
  });
});

describe('sending', () => {
  const played = (sendBeacon: unknown) => {
    const fetch = vi.fn<typeof window.fetch>(async () => Promise.reject(new Error('offline')));
    return { fetch, window: { navigator: { sendBeacon }, fetch } as never };
  };

  it('leaves it to the browser', () => {
    const sent: unknown[] = [];
    const { fetch, window } = played((...values: unknown[]) => sent.push(values) > 0);
    send(window, '/x', 'body');
    expect([sent, fetch.mock.calls]).toEqual([[['/x', 'body']], []]);
  });

  it.each([
    ['takes no more', () => false],
    [
      'refuses',
      () => {
        throw new Error('no');
      },
    ],
    ['has nothing for it', undefined],
  ])('where the browser %s is a request that outlives the document', (_, sendBeacon) => {
    const { fetch, window } = played(sendBeacon);
    send(window, '/x', 'body');
    expect(fetch.mock.calls).toEqual([['/x', { method: 'POST', body: 'body', keepalive: true }]]);
  });
});
