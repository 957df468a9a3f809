// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { keepSiteStatus } from '../../src/builds/site-status.ts';

afterEach(() => vi.restoreAllMocks());

it('marks the page while the browser is offline, and from the moment a newer build is live', () => {
  const online = vi.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(true);
  const { dataset } = document.documentElement;
  const turn = (isOnline: boolean): string | undefined => {
    online.mockReturnValue(isOnline);
    window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
    return dataset['status'];
  };
  const tellNewer = keepSiteStatus(window);
  expect(dataset['status']).toBeUndefined();
  expect([turn(false), turn(true)]).toEqual(['offline', undefined]);
  tellNewer();
  expect([dataset['status'], turn(false), turn(true)]).toEqual(['newer', 'offline', 'newer']);
  delete dataset['status'];
});
