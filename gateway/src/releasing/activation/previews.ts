import type { PreviewStatus } from '@voltframe/kit/contract/operations/site-status';
import type { Finding, Verdict } from '@voltframe/kit/contract/operations/verdict';
import { type Composition, SHELL } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import { HOUR_MS } from '@voltframe/kit/contract/units';
import { quotaErrors } from '@voltframe/kit/errors/quota-errors';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import { LRUCache } from 'lru-cache';
import type { ReleaseKey } from '../state/release-store.ts';
import type { StateStore } from '../state/state-store.ts';
import { servingErrors } from '../../serving/serving-errors.ts';
import { releasingErrors } from '../releasing-errors.ts';
import { megabytes, waitingTime } from '../../platform/runtime/in-words.ts';
import { withRetryAfter } from '../../platform/runtime/retry-after.ts';
import type { SignedValues } from '../../platform/secrets/signed-values.ts';
import type { Site } from '../../serving/compositions/site.ts';
import { type CurrentPreview, PREVIEW_PATH } from '../../serving/compositions/previews.ts';
import type { Releases } from '../admission/candidate.ts';
import type { PreviewStore, StoredPreview } from './preview-store.ts';

export interface PreviewOptions {
  site: Pick<Site, 'live' | 'refreshLeases'>;
  state: Pick<StateStore, 'keepPreview' | 'endPreview' | 'release' | 'addHistory'>;
  store: PreviewStore;
  signed: Pick<SignedValues, 'sign'>;
  /** Address of the host of previews. */
  url: string;
  /** Limits of one app: number of previews, and their bytes together. */
  limits: { previews: number; previewBytes: number };
  /** How long an address works, in milliseconds. */
  leaseMs: number;
  /** Composes and admits previews again: see changes.ts. */
  changes(): {
    composed(releases: Release[]): { composition: Composition; all: Releases; findings: Finding[] };
    check(releases: Release[], actor: string, asker: { token: string }): Promise<Verdict>;
  };
  /** Runs work in the background. */
  background(work: Promise<unknown>): void;
  /** 32 hexadecimal digits. */
  randomId: () => string;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/**
 * Previews: releases over the current live site, for everyone with the signed address. A preview is composed
 * at its first request, once for each live composition, and admitted again when the parts of other apps that
 * its pages may show have changed.
 */
export interface Previews {
  /**
   * Called before anything of the candidate is rendered.
   * @throws QUOTA_PREVIEWS, QUOTA_PREVIEW_BYTES, QUOTA_PREVIEW when the apps of these releases have too many previews
   *   with names.
   */
  assertRoom(releases: Release[], name: string | undefined): Promise<void>;
  /**
   * Stores an admitted preview of these releases.
   * @param composition of the candidate.
   * @returns its address, and until when it works (milliseconds since the epoch).
   */
  keep(
    composition: Composition,
    releases: Release[],
    actor: string,
    name: string | undefined,
  ): Promise<{
    url: string;
    until: number;
  }>;
  /**
   * @param id of a preview.
   * @returns undefined when it has ended.
   * @throws GW_PREVIEW_UNFIT when it does not fit the current live site.
   */
  current(id: string): Promise<CurrentPreview | undefined>;
  /** @returns all previews, the newest first. */
  list(): Promise<PreviewStatus[]>;
  /**
   * Ends a preview of exactly these apps.
   * @param named its name, or its id or the start of it.
   * @throws GW_PREVIEW_UNKNOWN
   */
  end(
    apps: readonly string[],
    named: string,
    actor: string,
  ): Promise<{
    message: string;
  }>;
}

/** A preview beside the live releases of one composition. */
interface Beside {
  composition: string;
  /** Defects that the manifests show. */
  unfit: string | undefined;
  inputs: string;
  /** Called once: the admission with inputs that differ from the last one. */
  admit: (() => Promise<void>) | undefined;
}

/** Open pages of a replaced preview get their data and files for this time, in milliseconds. */
const OPEN_MS = HOUR_MS;
/** Most previews in memory, each for one live composition. */
const MOST_BESIDE = 64;
/** Fewest digits of an id that name a preview. */
const FEWEST_DIGITS = 6;

export function createPreviews(options: PreviewOptions): Previews {
  const { site, state, store, signed, url, limits, leaseMs, changes, background, randomId, now } = options;
  const known = new LRUCache<string, Promise<Beside | undefined>>({ max: MOST_BESIDE });

  const addressOf = ({ id, ends_at }: Pick<StoredPreview, 'id' | 'ends_at'>) =>
    `${url.replace(/\/+$/, '')}${PREVIEW_PATH}/${signed.sign(id, ends_at)}`;

  /** @returns bytes of the files that the live release of the app does not have. */
  const ownBytes = ({ app, files }: Release): number => {
    const live = new Set(
      Object.values(site.live()?.releases[app]?.files ?? {}).map(({ sha256: name }) => name),
    );
    const own = new Map(Object.values(files).map(({ sha256: name, bytes }) => [name, bytes]));
    return [...own].reduce((sum, [name, bytes]) => sum + (live.has(name) ? 0 : bytes), 0);
  };

  /**
   * @param name of the new preview; undefined: no name.
   * @returns the preview that it replaces, and those that are removed for room: the oldest without a name.
   */
  const roomFor = async (releases: Release[], name: string | undefined) => {
    const owner = ownerOf(releases.map(({ app }) => app));
    const all = await store.list(owner);
    const digests = new Set(releases.map(({ digest }) => digest));
    const last = all.find((one) =>
      name === undefined
        ? one.name === null && releasesOf(one).every(({ digest }) => digests.has(digest))
        : one.name === name,
    );
    const bytes = releases.reduce((sum, release) => sum + ownBytes(release), 0);
    const facts = { app: owner, bytes: megabytes(bytes), limit: megabytes(limits.previewBytes) };
    if (bytes > limits.previewBytes) throw quotaErrors.PREVIEW(facts);
    let stay = all.filter((one) => one !== last);
    const out: StoredPreview[] = [];
    const used = (): number => stay.reduce((sum, one) => sum + one.bytes, 0);
    const isFull = (): boolean => stay.length >= limits.previews;
    while (isFull() || used() + bytes > limits.previewBytes) {
      const oldest = stay.find((one) => one.name === null);
      if (!oldest) {
        const wait = endOf(stay, isFull() ? 0 : used() + bytes - limits.previewBytes) - now();
        const error = isFull()
          ? quotaErrors.PREVIEWS({ app: owner, limit: limits.previews, wait: waitingTime(wait) })
          : quotaErrors.PREVIEW_BYTES({ ...facts, used: megabytes(used()), wait: waitingTime(wait) });
        throw withRetryAfter(error, wait);
      }
      out.push(oldest);
      stay = stay.filter((one) => one !== oldest);
    }
    return { owner, bytes, last, out };
  };

  const compose = async (preview: StoredPreview, live: string): Promise<Beside | undefined> => {
    const stored = await Promise.all(
      releasesOf(preview).map(({ app, digest }) => state.release(app, digest)),
    );
    const releases = stored.flatMap((one) => (one ? [one.release] : []));
    if (releases.length < stored.length) return undefined;
    const { composition, all, findings } = changes().composed(releases);
    const inputs = inputsOf(all, releases);
    if (findings.length === 0 && composition.id !== preview.composition) {
      await state.keepPreview(composition, preview.ends_at);
      await store.update(preview, { composition: composition.id });
      await state.endPreview(preview.composition, now() + OPEN_MS);
      await site.refreshLeases();
    }
    return {
      composition: composition.id,
      unfit: findings.length > 0 ? reasonOf(findings) : undefined,
      inputs,
      async admit() {
        const { checks } = await changes().check(releases, preview.actor, { token: preview.id });
        // With another live composition it is composed and admitted again.
        if (site.live()?.composition.id === live)
          await store.update(preview, { inputs, findings: JSON.stringify(checks) });
      },
    };
  };

  return {
    async assertRoom(releases: Release[], name: string | undefined): Promise<void> {
      await roomFor(releases, name);
    },
    async keep(composition: Composition, releases: Release[], actor: string, name: string | undefined) {
      const { owner, bytes, last, out } = await roomFor(releases, name);
      const link = { id: last?.id ?? randomId(), ends_at: now() + leaseMs };
      await store.put(
        {
          ...link,
          owner,
          name: name ?? null,
          releases: JSON.stringify(releases.map(({ app, digest }) => ({ app, digest }))),
          bytes,
          actor,
          made_at: now(),
          composition: composition.id,
          inputs: inputsOf({ ...site.live()?.releases }, releases),
          findings: '[]',
        },
        out.map((one) => one.id),
      );
      await state.keepPreview(composition, link.ends_at);
      if (last) await state.endPreview(last.composition, now() + OPEN_MS);
      for (const one of out) await state.endPreview(one.composition, now());
      await site.refreshLeases(); // requests for its files are answered from here on
      return { url: addressOf(link), until: link.ends_at };
    },
    async current(id: string): Promise<CurrentPreview | undefined> {
      const [preview, live] = [await store.find(id), site.live()?.composition.id];
      if (!preview || live === undefined) return undefined;
      const key = `${id} ${preview.made_at} ${live}`;
      const composing = known.get(key) ?? compose(preview, live);
      known.set(key, composing);
      const beside = await composing.catch((error: unknown) => {
        known.delete(key);
        throw error;
      });
      if (!beside) return undefined;
      const isAdmitted = beside.inputs === preview.inputs;
      const findings = isAdmitted ? (JSON.parse(preview.findings) as Finding[]) : [];
      const unfit = beside.unfit ?? reasonOf(findings);
      if (unfit) throw servingErrors.PREVIEW_UNFIT({ reason: unfit });
      const { admit } = beside;
      beside.admit = undefined;
      if (admit && !isAdmitted) background(admit());
      const { owner, made_at: madeAt, ends_at: until } = preview;
      return { composition: beside.composition, apps: owner.split(','), madeAt, until };
    },
    async list(): Promise<PreviewStatus[]> {
      return (await store.list()).toReversed().map((one) => ({
        id: one.id,
        apps: one.owner.split(','),
        until: one.ends_at,
        url: addressOf(one),
        ...(one.name !== null && { name: one.name }),
        by: one.actor,
        madeAt: one.made_at,
      }));
    },
    async end(apps: readonly string[], named: string, actor: string): Promise<{ message: string }> {
      const all = await store.list(ownerOf(apps));
      const ids = named.length < FEWEST_DIGITS ? [] : all.filter(({ id }) => id.startsWith(named));
      const [preview, ...others] = [...all.filter(({ name }) => name === named), ...ids];
      if (!preview || (others.length > 0 && preview.name !== named))
        throw releasingErrors.PREVIEW_UNKNOWN({ apps: apps.join(', ') });
      await store.remove(preview.id);
      await state.endPreview(preview.composition, now());
      await site.refreshLeases();
      const entry = { at: now(), actor, action: 'preview-end', note: preview.name ?? '' } as const;
      for (const { app, digest } of releasesOf(preview))
        await state.addHistory({ ...entry, app, to: digest });
      return {
        message: `the preview ${preview.name ?? preview.id.slice(0, 12)} of ${apps.join(', ')} has ended`,
      };
    },
  };
}

function ownerOf(apps: readonly string[]): string {
  return apps.toSorted().join(',');
}

function releasesOf({ releases }: StoredPreview): ReleaseKey[] {
  return JSON.parse(releases) as ReleaseKey[];
}

function reasonOf(findings: readonly { reason: string }[]): string {
  return findings.map(({ reason }) => reason).join('; ');
}

/**
 * @returns when this number of bytes of previews, or the first preview, has ended.
 */
function endOf(stored: StoredPreview[], bytes: number): number {
  let left = bytes;
  return (stored.find((preview) => (left -= preview.bytes) <= 0) ?? stored.at(-1)!).ends_at;
}

/**
 * @param own the previewed releases.
 * @returns the inputs of their pages from the other apps: the shell, islands and guards as they are, and where else
 *   links lead to.
 */
function inputsOf(all: Releases, own: readonly Release[]): string {
  const apps = new Set(own.map(({ app }) => app));
  const others = Object.values(all).filter(({ app }) => !apps.has(app));
  const inputs = others.map(({ app, digest, routes, rules, islands, guards, resources, navigation }) => {
    const code = [...Object.keys(islands), ...Object.keys(guards.named), ...guards.global];
    const isWhole = app === SHELL || code.length > 0;
    return [app, isWhole ? digest : [routes.map(({ path }) => path), rules, resources, navigation]];
  });
  return sha256(JSON.stringify(inputs.toSorted(([a], [b]) => (a! < b! ? -1 : 1))));
}
