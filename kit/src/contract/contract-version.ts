/**
 * The contract between kit and gateway, by version: the format of `release.json`, the exports and calls of bundles,
 * and the calls of the operations port. Oldest first. An incompatible change adds a line
 * (docs/decisions/017-a-window-of-contract-versions.md).
 */
export const CONTRACT_VERSIONS: readonly ContractVersion[] = [
  { version: '1.0', kit: '1.0.0' },
  // Releases and mfe name their version; islands say what they take, apps which upstreams they ask, pages what they
  // load from other sites and which fonts they preload, files of `public/` where they are.
  { version: '1.1', kit: '1.2.0' },
  // Scripts are asked for by `platformImport` where a page has it, and the shell gets the site's tables from an address
  // of their own: documents name the scripts of their own page alone.
  { version: '1.2', kit: '1.4.0' },
  // Apps say what their pages ask about one visitor (`personal`), and which islands browsers hydrate.
  { version: '1.3', kit: '1.5.0' },
];

/** A gateway accepts its own version and this number of earlier ones. */
const VERSIONS_BEFORE = 2;

export interface ContractVersion {
  version: string;
  /** The newest kit that builds for it. */
  kit: string;
}

/** Versions that a gateway accepts: `newest` is its own, `kit` the package of that version in `/-/packages`. */
export type ContractWindow = ReturnType<typeof contractWindow>;

/** Form of a version. */
export const CONTRACT_FORM = /^\d{1,4}\.\d{1,4}$/;

/** The version of a release or an mfe without a version. */
export const FIRST_CONTRACT = CONTRACT_VERSIONS[0]!.version;

/** The version of this code. */
export const CONTRACT_VERSION = CONTRACT_VERSIONS[CONTRACT_VERSIONS.length - 1]!.version;

/** Header with the version of mfe. */
export const CONTRACT_HEADER = 'x-mfe-contract';

/** @param versions of the gateway. */
export function contractWindow(versions = CONTRACT_VERSIONS) {
  const newest = versions[versions.length - 1]!;
  const oldest = versions[Math.max(0, versions.length - 1 - VERSIONS_BEFORE)]!;
  return { oldest: oldest.version, newest: newest.version, kit: `voltframe-kit-${newest.kit}.tgz` };
}

/**
 * @param versions of the gateway.
 * @returns the number of later gateway versions that accept this one: 0 = the next one drops it, undefined = the
 * gateway does not accept it.
 */
export function versionsLeft(version: string, versions = CONTRACT_VERSIONS): number | undefined {
  const age = versions.length - 1 - versions.findIndex((known) => known.version === version);
  return age < versions.length && age <= VERSIONS_BEFORE ? VERSIONS_BEFORE - age : undefined;
}

/** @param version the version of a build. @returns whether it is `since` or later. */
export function isSince(since: string, version: string = FIRST_CONTRACT): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [sinceMajor = 0, sinceMinor = 0] = since.split('.').map(Number);
  return major === sinceMajor ? minor >= sinceMinor : major > sinceMajor;
}
