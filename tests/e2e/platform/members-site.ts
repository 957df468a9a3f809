import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { appsOfCheckout, copyReleases, releasesOf, root } from '../../bench/support/server-process.ts';
import { type Gateway, startGateway } from '../gateway.ts';
import { startMembersBackend } from './members-backend.ts';

/** The remote that uses all features of the platform. */
export const MEMBERS = path.join(root, 'tests/fixtures/platform/members');
/** A remote whose page embeds an interactive island of `members`. */
const LOBBY = path.join(root, 'tests/fixtures/platform/lobby');
/** A remote with the kinds of styles that teams write. */
const WARDROBE = path.join(root, 'tests/fixtures/platform/wardrobe');
/** The origins of other sites that `members` declares. */
export const MEMBERS_SOURCES = {
  FOREIGN_SOURCES: 'members img-src https://images.example, wardrobe script-src https://scripts.example',
};

/** The apps and the fixtures, on their own gateway. */
export interface MembersSite extends Gateway {
  /** App → its release folder: a copy, which tests may change and builds do not. */
  folders: Record<string, string>;
}

/** Starts a gateway with copies of the built apps and of the built fixtures. */
export async function startMembersSite(): Promise<MembersSite> {
  const work = mkdtempSync(path.join(tmpdir(), 'voltframe-platform-'));
  const folders = copyReleases(work, {
    ...appsOfCheckout(),
    members: MEMBERS,
    lobby: LOBBY,
    wardrobe: WARDROBE,
  });
  const RELEASES = releasesOf(folders);
  const backend = await startMembersBackend();
  const UPSTREAMS = path.join(work, 'upstreams.yml');
  writeFileSync(
    UPSTREAMS,
    `account: { url: '${backend.url}', apps: [members], visitor: { cookies: [sid] } }\n`,
  );
  const gateway = await startGateway({ RELEASES, RELEASE_FOLLOW: '1', UPSTREAMS, ...MEMBERS_SOURCES });
  return {
    ...gateway,
    folders,
    async stop() {
      await gateway.stop();
      backend.stop();
      rmSync(work, { recursive: true, force: true });
    },
  };
}
