import path from 'node:path';
import { appPaths } from '@voltframe/kit/build/app-paths';
import { buildApp } from '@voltframe/kit/build/build-app';
import { loadApp } from '@voltframe/kit/build/load-config';
import { type Gateway, startGateway } from '../gateway.ts';
import { MEMBERS, MEMBERS_SOURCES } from './members-site.ts';

const SHELL = path.resolve(import.meta.dirname, '../../../shell');
const GUARDS = path.resolve(import.meta.dirname, '../../fixtures/platform/shell-guards');

/** Builds the real shell with two global guards, and starts a gateway with it and the fixture `members`. */
export async function startGuardedSite(): Promise<Gateway> {
  const shell = await loadApp(SHELL);
  const guard = (name: string): string => path.join(GUARDS, `${name}.ts`);
  const guards = { record: guard('record'), gate: guard('gate') };
  const paths = { ...appPaths(GUARDS), root: SHELL };
  const config = { ...shell.config, guards, globalGuards: ['record', 'gate'] };
  await buildApp({ ...shell, config, paths }, { mode: 'development' });
  const releases = `shell=${paths.dist},members=${path.join(MEMBERS, 'dist')}`;
  return startGateway({ RELEASES: releases, DEVELOPMENT_BUILDS: '1', ...MEMBERS_SOURCES });
}
