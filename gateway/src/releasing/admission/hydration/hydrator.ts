import { pathToFileURL } from 'node:url';
import { assetUrl, type Release } from '@voltframe/kit/contract/release/release';
import { PERSONAL_PREFIX } from '@voltframe/kit/contract/release/personal';
import type { ChildProcess } from 'node:child_process';
import { spawnClosed } from '../../../platform/runtime/closed-process.ts';
import type { ChildScripts, PrepareScripts } from '../../../platform/runtime/child-scripts.ts';
import type { EncodedBody } from '../../../serving/responses/encoded-body.ts';
import type { BlobStore } from '../../../platform/blobs/blob-store.ts';
import type { CandidatePage } from './candidate-pages.ts';
import {
  createPageRunner,
  type Signals,
  parseExposesOutcome,
  ProcessEnded,
  startHydrationProcess,
} from './hydrate-pages.ts';
import type { FailureCause } from './failure-cause.ts';
import { createPlaces, type Located } from '../places.ts';
import { partsOfFrame } from '../../../observing/stacks/stacks.ts';
import type { Profile } from './protocol.ts';
import pMap from 'p-map';
import { importMap } from '@voltframe/kit/contract/release/import-map';

export interface HydratorOptions {
  blobs: Pick<BlobStore, 'get'>;
  prepareScripts: PrepareScripts;
  /** @returns whether the memory is sufficient for one process at a time only. */
  inTurn?: () => boolean;
}

/** A page that fails, at the lines of its sources. */
export interface Failed {
  page: CandidatePage;
  reason: string;
  /** Nearest first: `Terms (legal src/pages/terms.tsx:12)`. */
  at: string[];
  /** It passes with the profile of the server, and fails for another visitor. */
  elsewhere: boolean;
  /** It could not be completed, possibly because of the machine. */
  untried: boolean;
  /** Absent: its error does not tell. */
  cause?: FailureCause;
  /** It makes a stylesheet that its policy refuses. */
  isStyles: boolean;
  /** The package that makes the stylesheet, or that fails, and the source that imports it. */
  library?: Located;
}

/** The profile of the server, and a profile that differs in every respect. */
const PROFILES = {
  server: { zone: 'UTC', locale: 'en-US', width: 1280, shiftMs: 0 },
  visitor: { zone: 'Pacific/Kiritimati', locale: 'de-DE', width: 360, shiftMs: 36 * 3_600_000 },
} satisfies Record<string, Profile>;
const MEMORY_BYTES = 256 * 1024 * 1024;
/** Lowers the priority to a third of the processor share of visitors; with less, admissions would not finish. */
const NICENESS = 5;
/**
 * Flags of Node. Hydration creates short-lived objects: a young generation of twice the size halves the time of garbage
 * collection.
 */
const QUICK = ['--experimental-vm-modules', '--min-semi-space-size=32', '--max-semi-space-size=32'];

/** Hydrates documents of one composition. The caller ends it. */
export interface Hydration {
  /** @returns the failures and the passed pages; other pages were skipped. */
  pages(pages: CandidatePage[]): Promise<{ failed: Failed[]; passed: CandidatePage[] }>;
  /**
   * Asks the containers of these releases for all their exposes.
   * @param document any document of the composition. @returns the reason for each container that fails.
   */
  exposes(document: { url: string; html: string }, of: Release[]): Promise<FailedExpose[]>;
  end(): void;
}

/** An expose of a container that cannot be loaded, at the lines of its sources. */
export type FailedExpose = NonNullable<ReturnType<typeof parseExposesOutcome>>['failed'][number] & {
  at: string[];
};

/** @param tables of the composition; absent: its documents have them. */
export type Hydrator = (
  releases: Record<string, Release>,
  signals: Signals,
  tables?: EncodedBody,
) => Hydration;

/** @returns the script of a process that hydrates, and the one that it loads first. */
export const hydrationScripts = (prepare: PrepareScripts): ChildScripts =>
  prepare(
    [
      new URL('./child/hydrate-child.ts', import.meta.url),
      new URL('./child/library-modules.ts', import.meta.url),
    ],
    ['happy-dom'],
  );

/** @returns hydrates documents of one composition; the caller ends it. */
export function createHydrator(options: HydratorOptions): Hydrator {
  const scripts = hydrationScripts(options.prepareScripts);
  const places = createPlaces(options.blobs.get);
  return (releases: Record<string, Release>, signals: Signals, tables?: EncodedBody) => {
    const loaded = readScripts(Object.values(releases), options.blobs, tables);
    loaded.catch(() => {}); // callers get the error
    const runnerAs = async (profile: Profile) => {
      const { sources, ...composition } = await loaded;
      const load = { type: 'load', profile, ...composition } as const;
      const start = () =>
        startHydrationProcess({
          child: spawnProcess(scripts, profile),
          load,
          sources,
          memoryBytes: MEMORY_BYTES,
        });
      return createPageRunner(start, signals);
    };
    const inTurn = options.inTurn?.() ?? false;
    const first = runnerAs(PROFILES.server);
    let second = inTurn ? undefined : runnerAs(PROFILES.visitor);
    let ended = false;
    const located = (stack = ''): Promise<string[]> => places.frames(stack, Object.values(releases));
    return {
      async pages(pages: CandidatePage[]) {
        const runner = await first;
        const running = runner.run(pages);
        if (inTurn) {
          await running;
          runner.end();
          if (ended) throw new ProcessEnded('it is not needed any more', 'machine');
        }
        second ??= runnerAs(PROFILES.visitor);
        const [server, visitor] = await Promise.all([running, second.then((other) => other.run(pages))]);
        const failed: Failed[] = [];
        for (const page of pages) {
          const failure = server.get(page) ?? visitor.get(page);
          if (!failure) continue;
          const { reason, stack = '', untried = false, isStyles = false, cause } = failure;
          const all = Object.values(releases);
          const library = await (isStyles ? places.ofLibrary(stack, all) : places.ofPackage(stack, all));
          failed.push({
            page,
            reason,
            at: await located(stack),
            elsewhere: !server.get(page),
            untried,
            isStyles,
            ...(cause && { cause }),
            ...(library && { library }),
          });
        }
        const hasPassed = (page: CandidatePage) =>
          [server, visitor].every((look) => look.has(page) && !look.get(page));
        return { failed, passed: pages.filter(hasPassed) };
      },
      async exposes({ url, html }: { url: string; html: string }, of: Release[]) {
        const runner = await first;
        const containers = of.map(({ app, client, exposes }) => ({
          app,
          entry: assetUrl(app, client.entry),
          exposes: Object.keys(exposes),
        }));
        const question = { type: 'exposes', url, html, containers } as const;
        const answer = await runner.ask(question).catch((error: unknown) => {
          // The machine is no defect of a container.
          if (error instanceof ProcessEnded && error.by !== 'machine' && !signals.signal.aborted)
            return error;
          throw error;
        });
        if (answer instanceof ProcessEnded) return endedBy(answer, of, await located(answer.loop));
        const outcome = parseExposesOutcome(answer);
        if (!outcome) throw new Error('what the process says of the containers is malformed');
        return Promise.all(outcome.failed.map(async (one) => ({ ...one, at: await located(one.stack) })));
      },
      end() {
        ended = true;
        for (const runner of [first, second]) void runner?.then((one) => one.end()).catch(() => {});
      },
    };
  };
}

/**
 * @param at the lines of the code that ran for too long, if it did.
 * @returns the container of that code; for another end, each of these containers.
 */
function endedBy({ message, loop: stack }: ProcessEnded, of: Release[], at: string[]): FailedExpose[] {
  const looping = of.filter(({ app }) => partsOfFrame(at[0] ?? '').some((part) => part.app === app));
  const accused = looping.length > 0 ? looping : of;
  return accused.map(({ app }) => ({ app, what: '', kind: 'end', message, stack, at }));
}

function spawnProcess(scripts: ChildScripts, { zone, locale }: Profile): ChildProcess {
  const [script = '', libraryModules = ''] = scripts.paths;
  return spawnClosed(script, scripts.readable, {
    memoryBytes: MEMORY_BYTES,
    niceness: NICENESS,
    flags: [...QUICK, '--import', pathToFileURL(libraryModules).href],
    env: { TZ: zone, LC_ALL: `${locale.replace('-', '_')}.UTF-8` },
  });
}

const READ_AT_ONCE = 8;

/**
 * @param tables of the composition; absent: its documents have them.
 * @returns the scripts for browsers of all apps of a composition, and their sources in the same order.
 */
export async function readScripts(releases: Release[], blobs: Pick<BlobStore, 'get'>, tables?: EncodedBody) {
  const files = releases.flatMap(({ app, digest, files: own }) =>
    Object.entries(own)
      .filter(([file]) => /^client\/.+\.js$/.test(file))
      .map(([file, { sha256 }]) => ({
        sha256,
        path: assetUrl(app, file),
        name: `${app}@${digest.slice(0, 12)}/${file}`,
      })),
  );
  const read = async ({ sha256 }: { sha256: string }) => (await blobs.get(sha256)) ?? Buffer.alloc(0);
  const sources = await pMap(files, read, { concurrency: READ_AT_ONCE });
  const text = tables ? (await tables.in('identity')).bytes.toString('utf8') : '';
  const scripts = files.map(({ path, name }, index) => ({
    path,
    name,
    bytes: sources[index]!.length,
  }));
  const personal = Object.assign({}, ...releases.map(samplesOf)) as Record<string, string>;
  return { scripts, sources, imports: importMap(releases).imports, tables: text, personal };
}

function samplesOf({ app, personal = {} }: Release): Record<string, string> {
  const samples = Object.entries(personal).flatMap(([name, use]) =>
    Object.entries(use.samples ?? {}).map(([path, value]) => [
      `${PERSONAL_PREFIX}${app}/${name}${path}`,
      JSON.stringify(value),
    ]),
  );
  return Object.fromEntries(samples) as Record<string, string>;
}
