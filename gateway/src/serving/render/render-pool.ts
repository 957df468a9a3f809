import { type Composition, type CompositionRoute, SHELL } from '@voltframe/kit/contract/release/composition';
import {
  parseRecordedAnswers,
  RECORDED_FILE,
  type RecordedAnswer,
} from '@voltframe/kit/contract/release/recorded-answers';
import type { Release } from '@voltframe/kit/contract/release/release';
import { servingErrors } from '../serving-errors.ts';
import { createTimeWindow } from '../../platform/runtime/time-window.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { Telemetry } from '../../observing/telemetry/telemetry.ts';
import type { UpstreamResponses } from '../upstreams/upstream-answers.ts';
import { createUpstreamQuestions } from '../upstreams/upstream-questions.ts';
import { spawnClosed } from '../../platform/runtime/closed-process.ts';
import type { ChildScripts, PrepareScripts } from '../../platform/runtime/child-scripts.ts';
import { RenderClient, type RenderClientOptions } from './render-client.ts';
import type { LoadedCode } from './render-session.ts';
import { type Owner, processKey } from './render-key.ts';
import { readUsage } from '../../platform/runtime/process-usage.ts';

export interface RenderPoolOptions {
  blobs: BlobStore;
  prepareScripts: PrepareScripts;
  limits: { timeoutMs: number; memoryBytes: number; idleMs: number; poolBytes: number };
  /** @returns the memory that the gateway itself leaves of the container's, in bytes. */
  besideGateway?: () => number;
  now: () => number;
  /** Absent: no upstream is configured. */
  upstreams?: UpstreamResponses | undefined;
  /** See SessionOptions. */
  tellsRequests?: boolean;
  telemetry: RenderClientOptions['telemetry'] & Pick<Telemetry, 'codeFailure'>;
}

/**
 * The render processes, one for each app's release and the shared modules it runs with: of the live
 * composition, of candidates and of leased ones alike. Started at first need, ended when idle, the least
 * recently used first when they hold too much memory together; a page in the cache needs none.
 */
export interface RenderPool {
  /** Ends idle processes and those over the limit. Runs every few seconds. */
  tidy: () => void;
  /**
   * Ends idle processes, the least recently used first, until all together have at most this anonymous memory.
   * @param most bytes. @returns the memory of the remaining processes, in bytes.
   */
  keepWithin: (most: number) => number;
  /** @param isOld the live composition does not need this process: its starts are limited. */
  use(owner: Owner, isOld: boolean): RenderClient;
  /** @returns the number of processes, their memory and its limit in bytes, and the calls in progress. */
  usage(): {
    processes: number;
    bytes: number;
    limitBytes: number;
    calls: number;
  };
  /** Ends the unused processes of these releases. @param inUse releases that stay. */
  release(releases: Record<string, Release>, inUse: Record<string, Release>): void;
  close(): void;
}

interface Entry {
  process: RenderClient;
  usedAt: number;
}

/**
 * Limit of process starts for old compositions: starts cost CPU, and requests for old compositions must not slow the
 * site.
 */
const MAX_OLD_STARTS = 12;
const STARTS_WINDOW_MS = 60_000;
const TIDY_MS = 5_000;
/**
 * Ends within a minute. A call that ends the process is tried twice, and a process that is started after that is
 * likely to end, too.
 */
const ENDS_BEFORE_LOW_PRIORITY = 2;
const LOW_PRIORITY = 10;

/** @returns the script of a render process. */
export const renderScripts = (prepare: PrepareScripts): ChildScripts =>
  prepare([new URL('./render-child.ts', import.meta.url)]);

export function createRenderPool(options: RenderPoolOptions): RenderPool {
  const { now, limits, besideGateway = () => Infinity } = options;
  const scripts = renderScripts(options.prepareScripts);
  const entries = new Map<string, Entry>();
  const oldStarts = createTimeWindow(STARTS_WINDOW_MS, now);
  const end = (key: string): void => {
    entries.get(key)?.process.close();
    entries.delete(key);
  };
  const isIdle = ({ process }: Entry): boolean => process.pending === 0;

  const memoryOf = ({ process: { pid } }: Entry): number => (pid && readUsage(pid)?.memory) || 0;
  const keepWithin = (most: number): number => {
    const byAge = [...entries].toSorted(([, a], [, b]) => b.usedAt - a.usedAt);
    let used = 0;
    for (const [key, entry] of byAge) {
      const bytes = memoryOf(entry);
      if (used + bytes > most && isIdle(entry)) end(key);
      else used += bytes;
    }
    return used;
  };
  const tidy = (): void => {
    for (const [key, entry] of entries) if (isIdle(entry) && entry.usedAt <= now() - limits.idleMs) end(key);
    keepWithin(Math.min(limits.poolBytes, besideGateway()));
  };
  const tidying = setInterval(tidy, TIDY_MS).unref();

  return {
    tidy,
    keepWithin,
    use(owner: Owner, isOld: boolean): RenderClient {
      const key = processKey(owner);
      const known = entries.get(key);
      if (!known && isOld && oldStarts.count() >= MAX_OLD_STARTS) throw servingErrors.COMPOSITION_BUSY();
      if (!known && isOld) oldStarts.add();
      const entry = known ?? { process: createProcess(options, scripts, owner), usedAt: 0 };
      entry.usedAt = now();
      entries.set(key, entry);
      return entry.process;
    },
    usage() {
      const all = [...entries.values()];
      return {
        processes: all.filter(({ process }) => process.pid !== undefined).length,
        bytes: all.reduce((sum, entry) => sum + memoryOf(entry), 0),
        limitBytes: limits.poolBytes,
        calls: all.reduce((sum, { process }) => sum + process.pending, 0),
      };
    },
    release(releases: Record<string, Release>, inUse: Record<string, Release>): void {
      const needed = new Set(keysOf(inUse));
      for (const key of keysOf(releases)) {
        const entry = entries.get(key);
        // Other calls may be in progress: then it ends when it is idle.
        if (entry && !needed.has(key) && isIdle(entry)) end(key);
      }
    },
    close(): void {
      clearInterval(tidying);
      for (const key of entries.keys()) end(key);
    },
  };
}

function keysOf(releases: Record<string, Release>): string[] {
  return releases[SHELL] ? Object.keys(releases).map((app) => processKey({ app, releases })) : [];
}

function createProcess(options: RenderPoolOptions, scripts: ChildScripts, owner: Owner): RenderClient {
  const { blobs, limits, now, telemetry } = options;
  const [script = ''] = scripts.paths;
  const release = owner.releases[owner.app]!;
  const { app, digest } = release;
  const ran = [release, owner.releases[SHELL]!];
  return new RenderClient({
    spawn: (recentEnds) =>
      spawnClosed(script, scripts.readable, {
        memoryBytes: limits.memoryBytes,
        niceness: recentEnds < ENDS_BEFORE_LOW_PRIORITY ? 0 : LOW_PRIORITY,
      }),
    load: () => loadCode(blobs, owner),
    view: (composition) => viewOf(app, composition),
    read: (file) => readData(blobs, release, file),
    memoryBytes: limits.memoryBytes,
    timeoutMs: limits.timeoutMs,
    now,
    owner: { app, digest },
    questions: (limitMs, { recorded, isListed, waits }, pause) =>
      createUpstreamQuestions({
        app,
        declared: release.upstreams ?? {},
        answers: options.upstreams,
        recorded: recorded ? () => readRecorded(blobs, release) : undefined,
        limitMs,
        isListed,
        pause: waits ? pause : undefined,
      }),
    telemetry,
    tellsRequests: options.tellsRequests,
    onError: (call, error) => telemetry.codeFailure({ app, digest, call, ...error, ran }),
  });
}

/**
 * The data of a composition for an app's process. A process has several, and a site may have tens of thousands of
 * routes. Guards run for pages of every app, and get the app's name.
 */
export function viewOf(app: string, composition: Composition): Composition {
  const guardsOthers = Object.values(composition.guards).some((guard) => guard.app === app);
  const others = guardsOthers ? ({ id, path }: CompositionRoute) => [{ id, path }] : () => [];
  const routes = composition.routes.flatMap((route) => (route.app === app ? [route] : others(route)));
  return { ...composition, routes: routes as CompositionRoute[], rules: {} };
}

async function loadCode(blobs: BlobStore, { app, releases }: Owner): Promise<LoadedCode> {
  const bundle = async (name: string) => {
    const { server, digest, files } = releases[name]!;
    const code = await blobs.get(files[server]!.sha256);
    if (!code) throw servingErrors.RENDER_LOAD({ reason: `${name}: ${server} is missing from the store` });
    return { code, filename: `${name}@${digest.slice(0, 12)}/${server}` };
  };
  const shell = await bundle(SHELL);
  return app === SHELL ? { app, shell } : { app, shell, own: await bundle(app) };
}

/** Ignores a value that is not a record, which the kit refuses. */
async function readRecorded(blobs: BlobStore, { files }: Release): Promise<RecordedAnswer[]> {
  const bytes = await blobs.get(files[RECORDED_FILE]?.sha256 ?? '').catch(() => undefined);
  try {
    return bytes ? parseRecordedAnswers(bytes.toString('utf8')) : [];
  } catch {
    return [];
  }
}

/** Only files that the release lists below `data/`. */
async function readData(
  blobs: BlobStore,
  release: Release,
  file: string,
): Promise<{ text: string; sha256: string } | undefined> {
  const entry =
    file.startsWith('data/') && Object.hasOwn(release.files, file) ? release.files[file] : undefined;
  const bytes = entry && (await blobs.get(entry.sha256));
  return bytes && entry ? { text: bytes.toString('utf8'), sha256: entry.sha256 } : undefined;
}
