import { chromium } from 'playwright';
import type { TestProject } from 'vitest/node';
import { findChromium } from '../browser/find-chromium.ts';
import { startGateway } from './gateway.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the one browser that all files share. */
    browserAddress: string;
    /** Address of the one gateway for files that only read. */
    siteAddress: string;
  }
}

/** Starts the browser and the site once for all files. @returns ends both */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const browser = await chromium.launchServer(await findChromium());
  try {
    const gateway = await startGateway();
    project.provide('browserAddress', browser.wsEndpoint());
    project.provide('siteAddress', gateway.url);
    return async () => {
      await Promise.all([browser.close(), gateway.stop()]);
    };
  } catch (error) {
    await browser.close();
    throw error;
  }
}
