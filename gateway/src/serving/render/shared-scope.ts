import { SHELL } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';

/** File of a shell's release that changes only with what remotes render with; without it the whole bundle counts. */
const SHARED_SCOPE_FILE = 'server/shared.json';

/** @returns the digest of what the shell among these releases shares with remotes on the server. */
export function sharedScope(releases: Record<string, Release>): string {
  const shell = releases[SHELL]!;
  return (shell.files[SHARED_SCOPE_FILE] ?? shell.files[shell.server])?.sha256 ?? '';
}
