import type { TestProject } from 'vitest/node';
import { FIXTURE_FOLDERS } from '../../../scripts/apps.ts';
import { buildChanged } from '../../../scripts/build.ts';
import { shareSite } from '../shared-site.ts';
import { startMembersSite } from './members-site.ts';

/** Builds the changed fixtures, and starts the site with them. */
export default (project: TestProject): Promise<() => Promise<void>> =>
  shareSite(project, async () => {
    const unbuilt = await buildChanged(FIXTURE_FOLDERS);
    if (unbuilt.length > 0) throw new Error(`the build failed of ${unbuilt.join(', ')}`);
    return startMembersSite();
  });
