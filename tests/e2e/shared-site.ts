import { type BrowserServer, chromium } from 'playwright';
import type { TestProject } from 'vitest/node';
import { findChromium } from '../browser/find-chromium.ts';
import type { Gateway } from './gateway.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the one browser that all files share. */
    browserAddress: string;
    /** Address of the gateway that all files share. */
    siteAddress: string;
  }
}

/** Starts a browser and a site in parallel for all files of a project. @returns a function that stops both */
export async function shareSite(
  project: TestProject,
  startSite: () => Promise<Gateway>,
): Promise<() => Promise<void>> {
  const starting = startSite();
  const browser = await launch().catch(async (error: unknown) => {
    await starting.then((site) => site.stop());
    throw error;
  });
  const site = await starting.catch(async (error: unknown) => {
    await browser.close();
    throw error;
  });
  project.provide('browserAddress', browser.wsEndpoint());
  project.provide('siteAddress', site.url);
  return async () => {
    await Promise.all([browser.close(), site.stop()]);
  };
}

async function launch(): Promise<BrowserServer> {
  return chromium.launchServer(await findChromium());
}
