/**
 * The contract between kit and gateway, by version: the format of `release.json`, the exports and calls of bundles,
 * and the calls of the operations port. Oldest first. An incompatible change adds a line
 * (docs/decisions/017-a-window-of-contract-versions.md).
 */
export const CONTRACT_VERSIONS: readonly ContractVersion[] = [{ version: 1, kit: '1.0.0' }];

/** A gateway accepts its own version and this number of earlier ones. */
const VERSIONS_BEFORE = 1;

export interface ContractVersion {
  version: number;
  /** The newest kit that builds for it. */
  kit: string;
}

/** The versions that a gateway accepts. */
export interface ContractWindow {
  oldest: number;
  /** Its own. */
  newest: number;
  /** Name of the package of that version in `/-/packages`. */
  kit: string;
}

/** The version of this code. */
export const CONTRACT_VERSION = CONTRACT_VERSIONS[CONTRACT_VERSIONS.length - 1]!.version;

/** Header with the version of mfe. */
export const CONTRACT_HEADER = 'x-mfe-contract';

/** @param versions of the gateway. */
export function contractWindow(versions = CONTRACT_VERSIONS): ContractWindow {
  const newest = versions[versions.length - 1]!;
  const oldest = versions[Math.max(0, versions.length - 1 - VERSIONS_BEFORE)]!;
  return { oldest: oldest.version, newest: newest.version, kit: `voltframe-kit-${newest.kit}.tgz` };
}

/** @returns the accepted versions in words, for a message: `contract 1`, `contracts 2 to 3`. */
export function contractsText({ oldest, newest }: Pick<ContractWindow, 'oldest' | 'newest'>): string {
  return oldest === newest ? `contract ${newest}` : `contracts ${oldest} to ${newest}`;
}

/**
 * @param versions of the gateway.
 * @returns the number of later versions that accept a build for this one: 0 = the next one drops it, undefined = the
 * gateway does not accept it.
 */
export function versionsLeft(version: number, versions = CONTRACT_VERSIONS): number | undefined {
  const { oldest, newest } = contractWindow(versions);
  return version >= oldest && version <= newest && Number.isInteger(version)
    ? VERSIONS_BEFORE - (newest - version)
    : undefined;
}
