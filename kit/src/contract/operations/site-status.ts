import type { ContractWindow } from '../contract-version.ts';
import type { ReleaseIdentity } from '../release/identity.ts';
import type { ReleaseState, Finding, Warning } from './verdict.ts';
import type { Role } from './credentials.ts';
import type { SharedLibrary } from './shared-libraries.ts';

/** A stored release. */
export interface ReleaseSummary {
  app: string;
  digest: string;
  state: ReleaseState;
  live: boolean;
  /** `push`, `folder` or the origin's address. */
  source: string;
  receivedAt: number;
  /** Its identity, as its publisher declared it. */
  identity?: ReleaseIdentity;
  /** Time of its last rollback to an earlier release; null = never, or it was live again later. */
  rolledBackAt: number | null;
  /** The reasons of its refusal or wait. */
  checks: Finding[];
}

export interface ReleaseList {
  releases: ReleaseSummary[];
}

export interface Status {
  /** Null before the first activation. */
  composition: { id: string; activatedAt: number } | null;
  site: { name: string; url: string };
  /**
   * While the database is away: pins, holds, leases and a freeze are unknown then. Times of apps are the composition's.
   */
  database?: { awaySince: number; reason: string };
  frozen: { by: string; at: number; reason: string } | null;
  apps: AppStatus[];
  /** Versions of the contract that the gateway accepts. */
  contract: ContractWindow;
  /** The gateways of the site, the answering one first. Absent while the database is away. */
  gateways?: GatewayStatus[];
  waiting?: WaitingRelease[];
  /** By app, including apps that are not on the site. Absent while the database is away. */
  held?: HeldRelease[];
  sharedChanges?: SharedChange[];
  /** Earlier compositions that are still served, newest first. */
  leases: { id: string; activatedAt: number; until: number }[];
  /** Newest first. */
  previews: PreviewStatus[];
  /** The upstreams of the apps; absent when none is configured. */
  upstreams?: UpstreamStatus[];
  /** The pages and islands whose documents allow more than those of other pages; absent for none. */
  policies?: OwnPolicy[];
  /** The libraries that apps share; absent for none. */
  libraries?: SharedLibrary[];
  /** The disk of the gateway; absent where the system does not report it. */
  disk?: { freeBytes: number; reserveBytes: number };
  /** The holder of the token. */
  you: { role: Role; app: string | null; name: string };
}

/** What the document of a page allows besides the files of the site. */
export interface OwnPolicy {
  app: string;
  /** The pattern of a page, or the name of an island, which every page may embed. */
  part: string;
  /** It makes stylesheets while it renders. */
  runtimeStyles?: true;
  /** The other sites whose code it runs. */
  scripts?: string[];
}

/** Releases that are shown over the current live site, for everyone with the address. */
export interface PreviewStatus {
  id: string;
  apps: string[];
  /** Ms since the epoch, as `madeAt`. */
  until: number;
  url: string;
  /** A new preview replaces the earlier one of the same name. */
  name?: string;
  /** Name of the token. */
  by: string;
  madeAt: number;
}

/** A gateway that announced itself within 30 seconds. */
export interface GatewayStatus {
  /** Of its process: the name of its machine or container, and a few characters. */
  id: string;
  version: string;
  /** Versions of the contract that it serves. */
  contract: Pick<ContractWindow, 'oldest' | 'newest'>;
  /** Id of the composition that it shows; null: none. */
  composition: string | null;
  /** Milliseconds since the epoch. */
  seenAt: number;
}

/** A release that is refused until another app changes; then it is retried with the other waiting releases. */
export interface WaitingRelease {
  app: string;
  digest: string;
  /** The apps that it needs another version of; empty when any app may bring the missing part. */
  waitsFor: string[];
}

/** An admitted release that goes live when its pin or the freeze ends. */
export interface HeldRelease {
  app: string;
  digest: string;
  by: 'pin' | 'freeze';
}

/** A shared module whose next version, in a waiting release of the shell, some live remote does not accept. */
export interface SharedChange {
  module: string;
  /** Version that is live. */
  from: string;
  /** Version of the shell that waits; null: it has the module no more. */
  to: string | null;
  /** Digest of that release of the shell. */
  shell: string;
  /** The apps whose live releases accept it. */
  accepted: string[];
  /** Of the others, those with a release for it that waits. */
  ready: string[];
  missing: string[];
}

/** An upstream. */
export interface UpstreamStatus {
  name: string;
  /** That may ask it. */
  apps: string[];
  /** `open`: it fails, and is not called for a while. */
  circuit: 'closed' | 'open' | 'half-open';
  /** Cached responses, and those whose last call failed. */
  answers: number;
  failing: number;
  /** When the oldest of them was fetched. */
  oldestAt?: number;
  /** The last call that failed, also long ago. */
  lastError?: { code: string; reason: string; at: number };
}

export interface AppStatus {
  app: string;
  kind: 'shell' | 'remote';
  /** Digest of the live release. */
  live: string;
  /** Of the live release. */
  identity?: ReleaseIdentity;
  /**
   * The contract of the live release, and how many later contract versions accept it; `left` is absent when this
   * gateway does not.
   */
  contract: { version: number; left?: number };
  activatedAt: number;
  routes: number;
  pinned: { by: string; at: number } | null;
  /** The targets of its live pages that are missing since another app changed; absent for none. */
  warnings?: Warning[];
  /** Digest of the admitted release that the pin or a freeze holds: it goes live when that ends. */
  held?: string;
  /** Different errors that listed pages of the live release had within the last hour; absent for other teams. */
  errors?: number;
  /** The newest release that is not live, when there is one newer than the live one. */
  newest?: Pick<ReleaseSummary, 'digest' | 'state' | 'receivedAt' | 'identity' | 'checks'> &
    Partial<Pick<ReleaseSummary, 'rolledBackAt'>>;
}

/** @param ms age in milliseconds. @returns `3 h ago` */
export function ageText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 120) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}

/**
 * Groups the live releases by the version of their contract.
 * @returns newest first, with the `fate` of the version that falls out first and of those that have.
 */
export function liveContracts({ contract, apps }: Pick<Status, 'contract' | 'apps'>) {
  const least = Math.min(...apps.map(leftOf).filter((left) => left >= 0));
  const byVersion = [...Map.groupBy(apps, (app) => app.contract.version)];
  return byVersion
    .toSorted(([, [a]], [, [b]]) => leftOf(b!) - leftOf(a!))
    .map(([version, built]) => {
      const left = leftOf(built[0]!);
      const isBehind = version !== contract.newest && (left < 0 || left === least);
      return {
        version,
        apps: built.map(({ app }) => app),
        ...(isBehind && { fate: { text: fateOf(left), taken: left >= 0 } }),
      };
    });
}

function leftOf({ contract }: AppStatus): number {
  return contract.left ?? -1;
}

function fateOf(left: number): string {
  if (left < 0) return 'outside of the window: served as long as it is live, and taken in no more';
  return left === 0 ? 'falls out with the next version' : `falls out first, ${left + 1} versions from now`;
}

/** The consequences of a rollback, before it is done. */
export interface RollbackPlan {
  app: string;
  /** The live release. */
  from: ReleaseSummary;
  /** The release that the app is rolled back to. */
  to: ReleaseSummary;
  /** Until when that was live the last time, ms since the epoch; null = it never was, so it is checked first. */
  liveUntil: number | null;
  /** Apps that go back with it, because they went live together and do not fit otherwise; `to` null = off the site. */
  also: { app: string; from: string | null; to: string | null }[];
  /** Paths of the app's pages that come back, and that go. */
  pages: { back: string[]; gone: string[] };
  /** The obstacles, each with the command that removes it; empty when there are none. */
  checks: Finding[];
}
