import { type Browser, chromium } from 'playwright';
import { inject, test as base } from 'vitest';
import { type Visit, type Visitor, startVisit } from './visit.ts';

/** A test of the running site. `visit()` opens a window; the test fails when the browser reports a problem. */
export const test = base
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }): Promise<Browser> => {
    const browser = await chromium.connect(inject('browserAddress'));
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('siteUrl', () => inject('siteAddress'))
  .extend('visit', async ({ browser, siteUrl }, { onCleanup }) => {
    const visits: Visit[] = [];
    onCleanup(async () => {
      for (const visit of visits) await visit.end();
    });
    return async (visitor?: Visitor): Promise<Visit> => {
      const visit = await startVisit(browser, siteUrl, visitor);
      visits.push(visit);
      return visit;
    };
  });
