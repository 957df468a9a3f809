import { fileURLToPath } from 'node:url';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import { SHELL } from '@voltframe/kit/contract/release/composition';
import { gatewayErrors } from '../errors.ts';
import { createTimeWindow } from '../limits/time-window.ts';
import type { LoadMessage } from './protocol.ts';
import { createRenderProcess, type RenderProcess } from './render-process.ts';
import type { BlobStore } from '../stores/blobs/blob-store.ts';

export interface RenderPoolOptions {
  blobs: BlobStore;
  limits: { timeoutMs: number; memoryBytes: number };
  now: () => number;
  /** Script of the process; replaced by tests. */
  script?: string;
  onCrash(compositionId: string, reason: string, recent: number): void;
}

type Loaded = { composition: Composition; releases: Record<string, Release> };

/** The render processes: the live composition's and candidates' as long as they are held, old ones at most two at once. */
export interface RenderPool {
  /** The process of a composition that is live or about to be; `release` ends it, or hands it to the old ones. */
  hold(loaded: Loaded): RenderProcess;
  /** @param keep whether leased requests may go on using the process. */
  release(compositionId: string, keep: boolean): void;
  /** The process of an old composition, started on demand. @throws GW_COMPOSITION_GONE when too many are started. */
  borrow(loaded: Loaded): RenderProcess;
  close(): void;
}

const MAX_OLD = 2;
/** Starting a process costs a third of a second of CPU: an old composition must not be a way to take the site down. */
const MAX_STARTS = 12;
const STARTS_WINDOW_MS = 60_000;
const DEFAULT_SCRIPT = fileURLToPath(new URL('./render-child.ts', import.meta.url));

export function createRenderPool(options: RenderPoolOptions): RenderPool {
  const held = new Map<string, RenderProcess>();
  const old = new Map<string, RenderProcess>();
  const starts = createTimeWindow(STARTS_WINDOW_MS, options.now);

  const keepAsOld = (id: string, process: RenderProcess) => {
    old.delete(id);
    old.set(id, process);
    for (const [oldest, ending] of old) {
      if (old.size <= MAX_OLD) break;
      old.delete(oldest);
      ending.close();
    }
  };

  return {
    hold(loaded) {
      const { id } = loaded.composition;
      const process = held.get(id) ?? old.get(id) ?? createProcess(options, loaded);
      old.delete(id);
      held.set(id, process);
      return process;
    },
    release(id, keep) {
      const process = held.get(id);
      if (!process) return;
      held.delete(id);
      if (keep) keepAsOld(id, process);
      else process.close();
    },
    borrow(loaded) {
      const { id } = loaded.composition;
      const running = held.get(id) ?? old.get(id);
      if (!running && starts.count() >= MAX_STARTS) throw gatewayErrors.COMPOSITION_GONE();
      if (!running) starts.add();
      const process = running ?? createProcess(options, loaded);
      if (!held.has(id)) keepAsOld(id, process);
      return process;
    },
    close() {
      for (const process of [...held.values(), ...old.values()]) process.close();
      held.clear();
      old.clear();
    },
  };
}

function createProcess(options: RenderPoolOptions, { composition, releases }: Loaded): RenderProcess {
  const { blobs, limits, now } = options;
  return createRenderProcess({
    script: options.script ?? DEFAULT_SCRIPT,
    load: () => loadMessage(blobs, composition, releases),
    read: (app, file) => readData(blobs, releases[app], file),
    limits,
    onCrash: (reason, recent) => options.onCrash(composition.id, reason, recent),
    now,
  });
}

async function loadMessage(
  blobs: BlobStore,
  composition: Composition,
  releases: Record<string, Release>,
): Promise<Omit<LoadMessage, 'id' | 'type'>> {
  const bundles = Object.values(releases).map(async ({ app, server, digest, files }) => {
    const code = await blobs.get(files[server]!.sha256);
    if (!code) throw gatewayErrors.RENDER_LOAD({ reason: `${app}: ${server} is missing from the store` });
    return [
      app,
      { code: code.toString('utf8'), filename: `${app}@${digest.slice(0, 12)}/${server}` },
    ] as const;
  });
  return { composition, apps: Object.fromEntries(await Promise.all(bundles)), shellName: SHELL };
}

/** Only what the release lists, and of that only `data/`. */
async function readData(
  blobs: BlobStore,
  release: Release | undefined,
  file: string,
): Promise<{ text: string; sha256: string } | undefined> {
  const entry =
    release && file.startsWith('data/') && Object.hasOwn(release.files, file)
      ? release.files[file]
      : undefined;
  const bytes = entry && (await blobs.get(entry.sha256));
  return bytes && entry ? { text: bytes.toString('utf8'), sha256: entry.sha256 } : undefined;
}
