import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Gateway, startGateway } from '../gateway.ts';

const root = path.resolve(import.meta.dirname, '../../..');
/** The remote that uses all features of the platform. */
export const MEMBERS = path.join(root, 'tests/fixtures/platform/members');
/** A remote whose page embeds an interactive island of `members`. */
export const LOBBY = path.join(root, 'tests/fixtures/platform/lobby');
/** The origins of other sites that `members` declares. */
export const MEMBERS_SOURCES = { FOREIGN_SOURCES: 'members img-src https://images.example' };

/** The apps and the fixtures, on their own gateway. */
export interface MembersSite extends Gateway {
  /** App → its release folder: a copy, which tests may change and builds do not. */
  folders: Record<string, string>;
}

/** Starts a gateway with copies of the built apps and of the built fixtures. */
export async function startMembersSite(): Promise<MembersSite> {
  const work = mkdtempSync(path.join(tmpdir(), 'voltframe-platform-'));
  const apps = readdirSync(root).filter((name) => existsSync(path.join(root, name, 'dist/release.json')));
  const sources = [...apps.map((name) => path.join(root, name)), MEMBERS, LOBBY];
  const folders = Object.fromEntries(
    sources.map((source) => [path.basename(source).replace(/^mfe-/, ''), copyRelease(source, work)]),
  );
  const releases = Object.entries(folders).map(([app, folder]) => `${app}=${folder}`);
  const gateway = await startGateway({
    RELEASES: releases.join(','),
    RELEASE_FOLLOW: '1',
    ...MEMBERS_SOURCES,
  });
  return {
    ...gateway,
    folders,
    async stop() {
      await gateway.stop();
      rmSync(work, { recursive: true, force: true });
    },
  };
}

function copyRelease(source: string, work: string): string {
  const folder = path.join(work, path.basename(source));
  cpSync(path.join(source, 'dist'), folder, { recursive: true });
  return folder;
}
