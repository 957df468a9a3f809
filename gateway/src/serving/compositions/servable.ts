import { formVersion, type FormDeclaration } from '@voltframe/kit/contract/forms/form';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import { assetUrl, type Release } from '@voltframe/kit/contract/release/release';
import type { StoredComposition, StoredSite } from './stored-site.ts';
import { createCoalescingRunner } from '../../platform/runtime/one-at-a-time.ts';
import { CODINGS, type Encoding } from '../responses/negotiate.ts';

export interface ServableOptions {
  state: Pick<StoredSite, 'servableIds' | 'composition'>;
  releases: Pick<ReturnType<typeof createReleaseTable>, 'find'>;
  /** ms since the epoch. */
  now: () => number;
  /** Interval between two reads of the compositions of other gateways that share the store, in ms. */
  sleep?: ((ms: number) => Promise<void>) | undefined;
  /** Called before a read for a request. @throws GW_DATABASE_AWAY while the store is known to be away. */
  assertThere: () => void;
}

/** Requests may name compositions and files that never existed. All such requests cause one read in this time. */
const READ_SPACING_MS = 250;

/** The compositions that requests may name, with their client files and forms. */
export function createServable({ state, releases, now, sleep, assertThere }: ServableOptions) {
  const index = createReleaseIndex();
  /** The apps of each indexed composition, by its id. */
  const indexed = new Map<string, Composition['apps']>();
  /** Reads new releases one after the other, so that memory holds one large manifest at a time. */
  const indexStored = async ({
    composition: { id, apps },
    activatedAt,
  }: StoredComposition): Promise<void> => {
    // A preview shows its forms; only compositions that were live take posts.
    const takesPosts = activatedAt > 0;
    for (const [app, digest] of Object.entries(apps))
      if (!index.has(digest, takesPosts)) index.add(await releases.find(app, digest), takesPosts);
    indexed.set(id, apps);
  };
  /** @returns the ids of all servable compositions. */
  const readNew = async (): Promise<string[]> => {
    const ids = await state.servableIds(now());
    for (const id of ids) {
      const stored = indexed.has(id) ? undefined : await state.composition(id);
      if (stored) await indexStored(stored);
    }
    return ids;
  };
  let readAt = -Infinity;
  const reads =
    sleep &&
    createCoalescingRunner(async () => {
      // At most the interval, because the clock may have been set back.
      const pause = Math.min(readAt + READ_SPACING_MS - now(), READ_SPACING_MS);
      if (pause > 0) await sleep(pause);
      readAt = now();
      await readNew();
    });
  return {
    /** Adds a composition, with its releases from the store. */
    index: indexStored,
    formsAt: index.formsAt,
    /** @returns the apps of each servable composition, the newest first. */
    async apps(): Promise<Composition['apps'][]> {
      return (await readNew()).map((id) => indexed.get(id)).filter((apps) => apps !== undefined);
    },
    /** A client file of a servable composition, also of the newest one of another gateway. */
    async asset(app: string, file: string): Promise<Asset | undefined> {
      const known = index.asset(app, file);
      if (known || !reads) return known;
      assertThere();
      await reads.run();
      return index.asset(app, file);
    },
    /** @returns whether a composition may be servable; where other gateways share the store it is read first. */
    async mayHave(id: string): Promise<boolean> {
      if (!reads || indexed.has(id)) return true;
      assertThere();
      await reads.run();
      return indexed.has(id);
    },
    /** Adds a composition whose releases are in memory. */
    add({ id, apps }: Composition, of: Record<string, Release>): void {
      for (const release of Object.values(of)) index.add(release, true);
      indexed.set(id, apps);
    },
    /**
     * Adds the compositions that became servable on any gateway, and removes those whose lease has ended. @returns all
     * ids.
     */
    async refresh(): Promise<Set<string>> {
      const ids = new Set(await readNew());
      for (const id of indexed.keys()) if (!ids.has(id)) indexed.delete(id);
      index.keepOnly(new Set([...indexed.values()].flatMap((apps) => Object.values(apps))));
      return ids;
    },
  };
}

/** A client file: the blob of each encoding there is. */
export interface Asset {
  file: string;
  bytes: number;
  blobs: Partial<Record<Encoding, string>> & { identity: string };
}

const SUFFIX = { br: '.br', gzip: '.gz' } as const;

/**
 * Client files and forms of the live and the leased releases. A file of several releases is stored once, so the index
 * grows with the changes, not with the number of releases.
 */
export function createReleaseIndex() {
  /** By their addresses. */
  const files = new Map<string, Asset>();
  /** By the digest of the release. */
  const assets = new Map<string, Asset[]>();
  const forms = new Map<string, AppForm[]>();
  return {
    /** @param withForms whether its forms are needed too. */
    has: (digest: string, withForms: boolean): boolean =>
      assets.has(digest) && (forms.has(digest) || !withForms),
    add(release: Release, withForms: boolean): void {
      const { app, digest } = release;
      if (withForms) forms.set(digest, formsOf(release));
      if (assets.has(digest)) return;
      const own = clientFiles(release).map((asset) => {
        const key = keyOf(app, asset.file);
        const shared = files.get(key) ?? asset;
        files.set(key, shared);
        return shared;
      });
      assets.set(digest, own);
    },
    /** Removes the files and forms of all other releases. */
    keepOnly(digests: ReadonlySet<string>): void {
      for (const releases of [assets, forms])
        for (const digest of releases.keys()) if (!digests.has(digest)) releases.delete(digest);
      const needed = new Set([...assets.values()].flat());
      for (const [key, asset] of files) if (!needed.has(asset)) files.delete(key);
    },
    asset: (app: string, file: string): Asset | undefined => files.get(keyOf(app, file)),
    /**
     * @param live forms of the live composition.
     * @returns the versions of the form at an address: the live one first, then older ones, which open pages may have.
     *   The result names no app while open pages may belong to another app than the live form, because a post does
     * not name the app of its page.
     */
    formsAt(action: string, live: readonly AppForm[]): AppForm[] {
      const leased = [...forms.values()].flat().toSorted((a, b) => b.version - a.version);
      const here = [...live, ...leased].filter((form) => form.action === action);
      const versions = new Map<string, AppForm>();
      for (const form of here) if (!versions.has(formVersion(form))) versions.set(formVersion(form), form);
      const isOfOne = new Set(here.map(({ app }) => app)).size === 1;
      return [...versions.values()].map((form) => (isOfOne ? form : { ...form, app: undefined }));
    },
  };
}

/** The file of a shared library is the same one in each app. */
function keyOf(app: string, file: string): string {
  return assetUrl(app, `client/${file}`);
}

/** A form with the app that declares it. */
export interface AppForm extends FormDeclaration {
  app?: string | undefined;
}

/** @returns the forms that a release declares. */
export function formsOf({ app, forms }: Release): AppForm[] {
  return forms.map((form) => ({ ...form, app }));
}

function clientFiles({ files }: Release): Asset[] {
  const paths = Object.keys(files).filter((path) => path.startsWith('client/') && !/\.(?:br|gz)$/.test(path));
  return paths.map((path) => {
    const { sha256, bytes } = files[path]!;
    const blobs: Asset['blobs'] = { identity: sha256 };
    for (const encoding of CODINGS) {
      const compressed = files[path + SUFFIX[encoding]];
      if (compressed) blobs[encoding] = compressed.sha256;
    }
    return { file: path.slice('client/'.length), bytes, blobs };
  });
}

/** Releases from the store. Each is in memory once and only while it is used, because manifests may be large. */
export function createReleaseTable(state: Pick<StoredSite, 'release'>) {
  const references = new Map<string, WeakRef<Release>>();
  const find = async (app: string, digest: string): Promise<Release> => {
    const known = references.get(digest)?.deref();
    if (known) return known;
    const stored = await state.release(app, digest);
    if (!stored) throw new Error(`The release ${app}@${digest.slice(0, 12)} is not in the store`);
    references.set(digest, new WeakRef(stored.release));
    return stored.release;
  };
  return {
    /** @throws when it is not in the store. */
    find,
    /** The releases of a composition. @throws when one is missing. */
    async of({ apps }: Composition): Promise<Record<string, Release>> {
      const entries = Object.entries(apps).map(
        async ([app, digest]) => [app, await find(app, digest)] as const,
      );
      return Object.fromEntries(await Promise.all(entries));
    },
    /** Adds releases that are in memory already. */
    add(releases: Iterable<Release>): void {
      for (const release of releases) references.set(release.digest, new WeakRef(release));
    },
    /** Removes the entries of releases that are not used any more. */
    tidy(): void {
      for (const [digest, reference] of references) if (!reference.deref()) references.delete(digest);
    },
  };
}
