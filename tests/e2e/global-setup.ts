import type { TestProject } from 'vitest/node';
import { startGateway } from './gateway.ts';
import { shareSite } from './shared-site.ts';

export default (project: TestProject): Promise<() => Promise<void>> => shareSite(project, startGateway);
