import { buildApp } from '@voltframe/kit/build/build-app';
import { loadApp } from '@voltframe/kit/build/load-config';
import type { TestProject } from 'vitest/node';
import { shareSite } from '../shared-site.ts';
import { MEMBERS, startMembersSite } from './members-site.ts';

/** Builds the fixture, and starts the site with it. */
export default (project: TestProject): Promise<() => Promise<void>> =>
  shareSite(project, async () => {
    await buildApp(await loadApp(MEMBERS), { mode: 'production', runtime: 'lean' });
    return startMembersSite();
  });
