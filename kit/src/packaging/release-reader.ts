import {
  CONTRACT_VERSIONS,
  contractWindow,
  versionsLeft,
  contractsText,
} from '../contract/contract-version.ts';
import { PACK_LIMITS } from '../contract/operations/operations.ts';
import { parseRelease } from '../contract/release/release-json.ts';
import type { ReleaseIssue } from '../contract/release/release-schema.ts';
import type { Release } from '../contract/release/release.ts';
import { packagingErrors } from '../errors/packaging-errors.ts';
import { assertBounded } from './json-bounds.ts';
import { limitTo, type ReleaseLimits, parseJson, verifyManifest } from './verify-release.ts';
import type { PlatformError } from '../errors/define-errors.ts';

const SHOWN_ISSUES = 5;
/** Entries of one field of a release.json other than its files: routes, rules, islands. */
const MOST_ENTRIES = 1_000;
/** Most entries in total, including nested lists and objects, because a schema checks each. */
const MOST_ENTRIES_IN_ALL = 25_000;

/**
 * Reads a `release.json`: its form, its digest, and the sizes that it declares.
 * @param app its name in errors.
 * @throws PACK_TOO_LARGE, PACK_CONTRACT, PACK_MANIFEST_INVALID, PACK_DIGEST_WRONG
 */
export function readManifest(manifest: string, app: string, limits: ReleaseLimits = PACK_LIMITS): Release {
  limitTo(limits.manifestBytes, manifest.length, `${app}/release.json`);
  const value = parseBounded(manifest, app);
  const { files: _, ...others } = (value ?? {}) as { files?: unknown; contract?: unknown };
  const { contract } = others;
  // Checked before the schema, because the format of another version may differ.
  const refused = typeof contract === 'number' && contractError({ app, contract });
  if (refused) throw refused;
  for (const [field, entries] of Object.entries(others))
    limitTo(MOST_ENTRIES, valuesOf(entries).length, `${app}/release.json: the number of its ${field}`);
  limitTo(MOST_ENTRIES_IN_ALL, entriesIn(others), `${app}/release.json: the number of its entries`);
  const parsed = parseRelease(value);
  if (!parsed.ok) throw packagingErrors.MANIFEST_INVALID({ app, reason: describe(parsed.issues) });
  verifyManifest(parsed.value, app, limits);
  return parsed.value;
}

/** As `readManifest`, of this app and no other. @throws as it does */
export function readManifestOf(app: string, manifest: string, limits?: ReleaseLimits): Release {
  const release = readManifest(manifest, app, limits);
  if (release.app === app) return release;
  throw packagingErrors.MANIFEST_INVALID({ app, reason: `it is of the app ${release.app}` });
}

/** A part of the time of parsing is by value, not by byte. @throws PACK_MANIFEST_INVALID */
function parseBounded(manifest: string, app: string): unknown {
  try {
    assertBounded(Buffer.from(manifest));
  } catch (error) {
    throw packagingErrors.MANIFEST_INVALID({ app, reason: (error as Error).message });
  }
  const value = parseJson(manifest);
  if (value === undefined) throw packagingErrors.MANIFEST_INVALID({ app, reason: 'it is not JSON' });
  return value;
}

function valuesOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

/** @returns the number of entries of all lists and objects in a value; counting stops above the limit. */
function entriesIn(value: unknown): number {
  const open = [value];
  let count = 0;
  while (open.length > 0 && count <= MOST_ENTRIES_IN_ALL) {
    const values = valuesOf(open.pop());
    count += values.length;
    for (const inner of values) if (typeof inner === 'object') open.push(inner);
  }
  return count;
}

function describe(issues: ReleaseIssue[]): string {
  const shown = issues
    .slice(0, SHOWN_ISSUES)
    .map(({ path: where, reason }) => (where ? `${where}: ${reason}` : reason));
  const rest = issues.length - shown.length;
  return [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ');
}

/**
 * @param versions of the gateway that receives the release.
 * @returns PACK_CONTRACT when it does not accept this version of the contract.
 */
export function contractError(
  { app, contract }: Pick<Release, 'app' | 'contract'>,
  versions = CONTRACT_VERSIONS,
): PlatformError | undefined {
  if (versionsLeft(contract, versions) !== undefined) return undefined;
  const window = contractWindow(versions);
  return packagingErrors.CONTRACT({ app, contract, accepted: contractsText(window), kit: window.kit });
}
