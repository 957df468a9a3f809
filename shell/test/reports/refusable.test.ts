import { beforeEach, describe, expect, it, vi } from 'vitest';
import { observeViolations, send } from '../../src/reports/refusable.ts';

beforeEach(() => () => vi.unstubAllGlobals());

describe('violations of the policy', () => {
  const violation = { effectiveDirective: 'img-src' };

  it('are observed by a ReportingObserver, including earlier ones', () => {
    const observed: object[] = [];
    class ReportingObserver {
      readonly pass: (reports: object[]) => void;
      constructor(pass: (reports: object[]) => void, options: object) {
        this.pass = pass;
        observed.push(options);
      }
      observe = () => this.pass([{ body: violation }]);
    }
    const received: object[] = [];
    observeViolations({ ReportingObserver } as never, (one) => received.push(one));
    expect([received, observed]).toEqual([[violation], [{ types: ['csp-violation'], buffered: true }]]);
  });

  it('are observed by an event otherwise', () => {
    const document = new EventTarget();
    const received: object[] = [];
    observeViolations({ document } as never, (one) => received.push(one));
    document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), violation));
    expect(received).toMatchObject([violation]);
  });
});

describe('sending', () => {
  const played = (sendBeacon: unknown) => {
    const fetch = vi.fn<typeof window.fetch>(async () => Promise.reject(new Error('offline')));
    return { fetch, window: { navigator: { sendBeacon }, fetch } as never };
  };

  it('uses a beacon', () => {
    const sent: unknown[] = [];
    const { fetch, window } = played((...values: unknown[]) => sent.push(values) > 0);
    send(window, '/x', 'body');
    expect([sent, fetch.mock.calls]).toEqual([[['/x', 'body']], []]);
  });

  it.each([
    ['accepts no more beacons', () => false],
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['has no beacons', undefined],
  ])('uses a request with keepalive when the browser %s', (_, sendBeacon) => {
    const { fetch, window } = played(sendBeacon);
    send(window, '/x', 'body');
    expect(fetch.mock.calls).toEqual([['/x', { method: 'POST', body: 'body', keepalive: true }]]);
  });
});
