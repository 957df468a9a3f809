import { chromium } from 'playwright';
import { buildApp } from '@voltframe/kit/build/build-app';
import { loadApp } from '@voltframe/kit/build/load-config';
import type { TestProject } from 'vitest/node';
import { findChromium } from '../../browser/find-chromium.ts';
import { MEMBERS, startMembersSite } from './members-site.ts';

/** Builds the fixture, and starts the browser and the site once for all files. @returns ends both */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await buildApp(await loadApp(MEMBERS), { mode: 'production', runtime: 'lean' });
  const browser = await chromium.launchServer(await findChromium());
  try {
    const site = await startMembersSite();
    project.provide('browserAddress', browser.wsEndpoint());
    project.provide('siteAddress', site.url);
    return async () => {
      await Promise.all([browser.close(), site.stop()]);
    };
  } catch (error) {
    await browser.close();
    throw error;
  }
}
