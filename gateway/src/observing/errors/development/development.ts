import { randomBytes } from 'node:crypto';
import { codeFrame, type Problem, problemText } from '@voltframe/kit/contract/development/problem';
import type { Finding, Warning } from '@voltframe/kit/contract/operations/verdict';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import type { Config } from '../../../platform/settings/config.ts';
import type { ReleasedComposition } from '../attribution.ts';
import type { CodeFailure } from '../failure-log.ts';
import type { PositionsIn } from '../../stacks/source-positions.ts';
import { browserStack, mapStack, partsOfFrame } from '../../stacks/stacks.ts';
import { type AppSources, createAppSources } from './sources.ts';

/** The development features of a gateway (`DEV=1`). */
export interface Development {
  /** Token of the pages that may call it, valid for this start only. */
  token: string;
  /** @returns the problems of the newest releases of the apps, until they are fixed. */
  problems(): Problem[];
  /** Calls back whenever the problems change. */
  onProblems(listener: () => void): void;
  /** Code of a release threw in its process. */
  thrown(failure: CodeFailure): void;
  /**
   * A build was found in an app's folder. When it is live already, the builds between are dropped.
   * @param manifest its `release.json`
   */
  offered(app: string, manifest: string): void;
  /**
   * The outcome of the newest releases of apps.
   * @param findings empty when they are live
   * @param warnings beside them. One about a page that fails is a problem of the page.
   */
  decided(apps: string[], findings: Told[], warnings?: Told[]): void;
  /** An error that a page reports. @returns the problem to show */
  seen(error: { message: string; stack: string }): Promise<Problem>;
}

type Told = Finding & Pick<Warning, 'route'>;

export interface DevelopmentOptions {
  config: { development: Config['development']; releases: Pick<Config['releases'], 'sources'> };
  positionsIn: PositionsIn;
  live(): ReleasedComposition | undefined;
  /** Default: to the terminal. */
  tell?: (text: string) => void;
}

/** The app of an error without a known source. */
const BROWSER = 'browser';
const DIGEST = /"digest":\s*"([0-9a-f]{64})"/;

interface Known {
  app: string;
  digest: string;
  message: string;
  /** See Problem. */
  routes: string[] | undefined;
  /** Absent until its place in the source is computed. */
  problem?: Problem;
}

/** Codes of parts that fail, in a release that is live all the same. */
const FAILS = new Set<string>(
  [admissionErrors.PAGE, admissionErrors.ISLAND, admissionErrors.RESOURCE].map(({ code }) => code),
);

const MOST = 20;

/** @returns undefined without `DEV=1`. */
export function openDevelopment(options: DevelopmentOptions): Development | undefined {
  const { config, positionsIn, live, tell = (text) => void process.stderr.write(text) } = options;
  if (!config.development.on) return undefined;
  const sources = createAppSources(config.releases.sources);
  const releaseOf = (app: string) => live()?.releases[app];
  const listeners: (() => void)[] = [];
  const changed = (): void => listeners.forEach((listener) => listener());
  const printed = createPrinter(tell);
  /** Digest of each app's newest build. */
  const newest = new Map<string, string>();
  /** The problems of the apps' newest releases, until they are fixed. */
  let known: Known[] = [];
  const isOld = ({ app, digest }: Known): boolean => (newest.get(app) ?? digest) !== digest;
  const forgetOld = (app: string): void => {
    const before = known.length;
    known = known.filter((entry) => entry.app !== app || !isOld(entry));
    if (known.length !== before) changed();
  };
  const mended = (app: string): void => {
    printed.forget(app);
    forgetOld(app);
  };
  const show = (entry: Known, problem: Problem): void => {
    entry.problem = problem;
    printed.tell(entry.app, problem);
    changed();
  };
  const failed = (app: string, findings: Told[]): void => {
    forgetOld(app);
    const digest = newest.get(app) ?? '';
    const isKnown = ({ reason, route }: Told): boolean =>
      known.some(
        ({ app: of, message, routes }) =>
          of === app &&
          reason.includes(message.replace(/\.$/, '')) &&
          (route === undefined || (routes?.includes(route) ?? true)),
      );
    for (const { reason, fix, route } of findings.filter((entry) => !isKnown(entry))) {
      const entry: Known = {
        app,
        digest,
        message: reason,
        routes: route === undefined ? undefined : [route],
      };
      if (known.length >= MOST) return;
      known.push(entry);
      show(entry, { app, message: `${reason}\n${fix}` });
    }
  };
  return {
    token: randomBytes(16).toString('base64url'),
    problems: (): Problem[] =>
      known.flatMap(({ problem, routes }) => (problem ? [{ ...problem, ...(routes && { routes }) }] : [])),
    onProblems: (listener: () => void): void => void listeners.push(listener),
    thrown(failure: CodeFailure): void {
      const { app, digest, message, stack = '', ran } = failure;
      const entry: Known = { app, digest, message, routes: routesOf(failure) };
      const alike = known.find(
        (other) => other.app === app && other.digest === digest && other.message === message,
      );
      if (isOld(entry)) return;
      if (alike) return void (widen(alike, entry.routes) && changed());
      forgetOld(app);
      if (known.length >= MOST) return;
      known.push(entry);
      void mapStack(stack, positionsIn(ran))
        .then((calls) => describeProblem(sources, app, message, calls))
        .then((problem) => known.includes(entry) && show(entry, problem));
    },
    offered(app: string, manifest: string): void {
      const [, digest = ''] = DIGEST.exec(manifest) ?? [];
      newest.set(app, digest);
      if (releaseOf(app)?.digest === digest) mended(app);
    },
    decided(apps: string[], findings: Told[], warnings: Told[] = []): void {
      const failing = warnings.filter(({ code }) => FAILS.has(code));
      for (const app of apps) {
        const own = [...findings, ...failing].filter((entry) => entry.app === app);
        if (own.length === 0) mended(app);
        else failed(app, own);
      }
      for (const { app, reason, fix } of warnings.filter(({ code }) => !FAILS.has(code)))
        printed.tell(app, { app, message: `${reason}\n${fix}` });
    },
    async seen({ message, stack }: { message: string; stack: string }): Promise<Problem> {
      const releases = Object.values(live()?.releases ?? {});
      const at = await mapStack(browserStack(stack, releases), positionsIn(releases));
      const problem = await describeProblem(sources, BROWSER, message, at);
      printed.tell(problem.app, problem);
      return problem;
    },
  };
}

/** @returns the pattern of the route that was rendered. */
function routesOf({ app, route, ran }: CodeFailure): string[] | undefined {
  const found = ran.find((release) => release.app === app)?.routes.find(({ id }) => id === route);
  return found && [found.path];
}

/** Another page has the same error. @param routes undefined: any may have it. @returns whether that is new */
function widen(entry: Known, routes: string[] | undefined): boolean {
  const more = routes?.filter((route) => !entry.routes?.includes(route));
  if (!entry.routes || more?.length === 0) return false;
  entry.routes = more && [...entry.routes, ...more];
  return true;
}

/** Writes each problem of an app once, until the problems of the app are fixed. */
function createPrinter(write: (text: string) => void) {
  const printed = new Map<string, Set<string>>();
  return {
    forget: (app: string) => printed.delete(app),
    tell(app: string, problem: Problem): void {
      const before = printed.get(app) ?? new Set<string>();
      printed.set(app, before);
      const key = `${problem.place?.file ?? ''} ${problem.message}`;
      if (before.has(key) || before.size >= MOST) return;
      before.add(key);
      write(`${problemText(problem)}\n`);
    },
  };
}

const MOST_CALLS = 8;
const LONGEST_MESSAGE = 4_000;
/** Code of packages is excluded. */
const BY_HAND = /^(?:src|content|@voltframe\/kit)\//;

/**
 * @param at the calls of a mapped stack, the nearest first
 * @returns the problem, at the nearest line of a source that is the app's own; lines of packages and of the kit are
 *   skipped
 */
export async function describeProblem(
  sources: Pick<AppSources, 'read'>,
  app: string,
  message: string,
  at: string[],
): Promise<Problem> {
  const written = at.filter((call) => BY_HAND.test(partsOfFrame(call)[0]?.source ?? ''));
  const stack = (written.length > 0 ? written : at).slice(0, MOST_CALLS);
  const problem = { app, message: readable(message), ...(stack.length > 0 && { stack }) };
  for (const { app: owner, source: file = '', line = 0 } of at.flatMap(partsOfFrame)) {
    const text = await sources.read(owner, file);
    if (text === undefined) continue;
    const frame = codeFrame(text, line);
    return { ...problem, app: owner, place: { file, line }, ...(frame !== undefined && { frame }) };
  }
  return problem;
}

/** Keeps line breaks, removes other control characters. */
function readable(message: string): string {
  return message.slice(0, LONGEST_MESSAGE).replace(/[^\P{Cc}\n]|\p{Cf}/gu, '');
}
