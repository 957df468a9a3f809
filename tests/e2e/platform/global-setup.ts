import { buildApp } from '@voltframe/kit/build/build-app';
import { loadApp } from '@voltframe/kit/build/load-config';
import type { TestProject } from 'vitest/node';
import { shareSite } from '../shared-site.ts';
import { LOBBY, MEMBERS, startMembersSite, WARDROBE } from './members-site.ts';

/** Builds the fixtures, and starts the site with them. */
export default (project: TestProject): Promise<() => Promise<void>> =>
  shareSite(project, async () => {
    for (const fixture of [MEMBERS, LOBBY, WARDROBE])
      await buildApp(await loadApp(fixture), { mode: 'production' });
    return startMembersSite();
  });
