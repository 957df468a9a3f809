import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { ReleaseIdentity } from '@voltframe/kit/contract/release/identity';
import type { HistoryEntry } from '@voltframe/kit/contract/operations/history';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { Finding, ReleaseState } from '@voltframe/kit/contract/operations/verdict';

/** A release by its name. */
export interface ReleaseKey {
  app: string;
  digest: string;
}

/** The state of a release without its manifest, which may have megabytes. */
export interface ReleaseHead {
  app: string;
  digest: string;
  state: ReleaseState;
  findings: Finding[];
  source: string;
  receivedAt: number;
  identity?: ReleaseIdentity;
  /**
   * When it was left for an earlier one the last time, ms since the epoch; null = never, or it went live again since.
   */
  rolledBackAt: number | null;
}

export interface StoredRelease extends ReleaseHead {
  release: Release;
}

export interface ActivationRecord {
  composition: Composition;
  /** Id of the live composition it was formed from; null = none. Anything else live by now refuses the activation. */
  replaces: string | null;
  /** Until when the replaced one stays servable, ms since the epoch. */
  leaseUntil: number;
  /** Releases that become admitted with it. */
  admitted: ReleaseKey[];
  /** Releases that are left for earlier ones with it. */
  left?: ReleaseKey[];
  /** Waiting ones that it replaces, and the apps of which nothing is held any more. */
  superseded?: { apps: string[]; releases: ReleaseKey[] };
  history: HistoryEntry[];
}

export interface StoredComposition {
  composition: Composition;
  /** ms since the epoch; 0 = kept for a preview, it was never live. */
  activatedAt: number;
  /** null = live. */
  leasedUntil: number | null;
}

export interface Pin {
  app: string;
  actor: string;
  at: number;
}

/** The state of the gateway besides files. Every write is durable once its promise resolves. */
export interface StateStore {
  saveRelease(release: Release, source: string, at: number): Promise<void>;
  release(app: string, digest: string): Promise<StoredRelease | undefined>;
  /** Newest first. */
  releases(filter: { app?: string; state?: ReleaseState; limit: number }): Promise<ReleaseHead[]>;
  setReleaseState(app: string, digest: string, state: ReleaseState, findings: Finding[]): Promise<void>;
  /** Ends the waiting of releases, and the held ones of these apps; one transaction. */
  supersede(releases: readonly ReleaseKey[], apps: readonly string[]): Promise<void>;
  setIdentity(app: string, digest: string, identity: ReleaseIdentity): Promise<void>;
  /** @param receivedAt of the release as it was read: one that came in again since stays. */
  removeRelease(app: string, digest: string, receivedAt: number): Promise<void>;

  live(): Promise<StoredComposition | undefined>;
  /** Id of the live one: cheap enough to ask every few seconds. */
  liveId(): Promise<string | undefined>;
  /** Ids of `servable`, in its order. */
  servableIds(now: number): Promise<string[]>;
  /** Live and leased ones, newest first. */
  servable(now: number): Promise<StoredComposition[]>;
  /** All stored compositions, newest first: the candidates of a fallback. */
  compositions(limit: number): Promise<StoredComposition[]>;
  composition(id: string): Promise<StoredComposition | undefined>;
  /**
   * One transaction: the new composition, the live pointer, the old one's lease, the releases' states, the history.
   * @returns false, with nothing changed, when another composition than `replaces` is live.
   */
  activate(activation: ActivationRecord): Promise<boolean>;
  /** Keeps a composition servable that may never have been live; a lease that is longer stays. */
  keepPreview(composition: Composition, until: number): Promise<void>;
  removeComposition(id: string): Promise<void>;

  addHistory(entry: HistoryEntry): Promise<void>;
  history(filter: { app?: string; limit: number }): Promise<HistoryEntry[]>;

  pins(): Promise<Pin[]>;
  pin(pin: Pin): Promise<void>;
  unpin(app: string): Promise<void>;
  /** The releases that a pin or the freeze holds, those of apps that are not live included. */
  held(): Promise<ReleaseKey[]>;
  setting(name: string): Promise<string | undefined>;
  setSetting(name: string, value: string | undefined): Promise<void>;
}

/** Names of the settings that hold the digest of an app's admitted release that a pin or freeze holds begin with it. */
export const HELD = 'held:';

export function heldSetting(app: string): string {
  return `${HELD}${app}`;
}
