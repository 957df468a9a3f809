import pMap from 'p-map';
import { type CompositionRoute, SHELL } from '@voltframe/kit/contract/release/composition';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import { isPlatformError } from '@voltframe/kit/errors/define-errors';
import { type Finding, finding } from '@voltframe/kit/contract/operations/verdict';
import { matchPage } from '../../serving/pages/page-request.ts';
import { type CandidateRequest, candidateRequests } from './candidate-requests.ts';
import { isResourceType } from '../../serving/responses/security-headers.ts';
import { gatewayErrors } from '../../platform/errors.ts';
import { buildPage } from '../../serving/pages/build-page.ts';
import type { ServedComposition } from '../../serving/compositions/served-composition.ts';

/** Pages rendered per route pattern before a release goes live; the others follow in the background. */
export const PAGES_PER_ROUTE = 50;
const CONCURRENCY = 4;
/** A process lets so many calls wait and no more, and an app may have hundreds of routes. */
const ROUTES_AT_ONCE = 16;
/** Each loads the shell's modules and its app's within a time limit, all of them on the processors that there are. */
const STARTS_AT_ONCE = 4;
/** It is clear enough after this many pages of a route: pages that never end cost their time limit each. */
const ENOUGH_FAILURES = 3;
const ENDED_PROCESS = new Set<string>([gatewayErrors.RENDER_TIMEOUT.code, gatewayErrors.RENDER_ENDED.code]);

/**
 * Runs a candidate: its bundles load, its pages and islands render. What is cached already is not rendered again, so
 * this costs what changed.
 * @param changed the apps whose release is new.
 * Once three pages used up their time limit (RENDER_TIMEOUT), or the deadline has passed, nothing more is begun.
 * @param pagesPerRoute at most this many pages of each route.
 * @param signal of the admission's deadline.
 */
export async function runCandidate(
  candidate: ServedComposition,
  changed: ReadonlySet<string>,
  { pagesPerRoute, signal }: { pagesPerRoute: number; signal: AbortSignal },
): Promise<Finding[]> {
  const rule = createStopRule(signal);
  const { apps, routes, islands } = candidate.composition;
  // A new shell renders everybody's pages.
  const affected = (app: string) => changed.has(app) || changed.has(SHELL);
  const responsible = (app: string) => (changed.has(app) ? app : SHELL);
  const unloaded = await checkBundles(candidate, Object.keys(apps).filter(affected), responsible);
  if (unloaded.length > 0) return unloaded;
  const failed = await pMap(
    routes.filter(({ app }) => affected(app)),
    (route) => checkRoute({ candidate, rule }, route, responsible(route.app), pagesPerRoute),
    { concurrency: ROUTES_AT_ONCE },
  );
  const pages = await confirmFailures(failed.flat(), rule);
  if (rule.ended()) return rule.stopped() ? [...pages, ...stoppedFindings(pages)] : pages;
  const names = Object.entries(islands).filter(([, { app }]) => affected(app));
  const island = ([name, { app }]: (typeof names)[number]) =>
    checkIsland({ candidate, rule }, name, responsible(app));
  const rendered = (await pMap(names, island, { concurrency: CONCURRENCY })).flat();
  if (rule.ended()) return rule.stopped() ? [...pages, ...rendered, ...stoppedFindings(rendered)] : rendered;
  const answered = await checkResources(candidate, affected, responsible);
  return [...pages, ...rendered, ...answered, ...(await checkFrames(candidate))];
}

/** A candidate while it runs. */
interface Running {
  candidate: ServedComposition;
  rule: StopRule;
}

/** Says of each app that has such a page that the rest was not looked at. */
function stoppedFindings(found: Finding[]): Finding[] {
  const apps = new Set(found.map(({ app }) => app));
  return [...apps].map((app) => finding(app, admissionErrors.TIMEOUTS({ count: MOST_TIMEOUTS })));
}

/** A page that does not render. */
interface FailedPage {
  finding: Finding;
  reason: string;
  /** It was asked for with a query. */
  asked?: boolean;
  /** It used up its time limit. */
  timedOut?: boolean;
  /** Its process ended, by it or by one that rendered beside it: renders it once more. */
  retry?: () => Promise<FailedPage | undefined>;
}

/** A page that hangs ends the process, and with it what renders beside it. Each is tried alone; what then renders has not failed. */
async function confirmFailures(failed: FailedPage[], rule: StopRule): Promise<Finding[]> {
  const confirmed: Finding[] = [];
  for (const { finding: found, retry, timedOut } of failed) {
    if (rule.ended() && retry) continue; // it may have ended beside another: nobody is accused untried
    const failure = retry && failed.length > 1 ? await retry() : { finding: found, timedOut };
    if (failure?.timedOut) rule.count();
    if (failure) confirmed.push(failure.finding);
  }
  return confirmed;
}

/** Each app's code in its own process: who does not load is told apart. */
async function checkBundles(
  candidate: ServedComposition,
  apps: string[],
  responsible: (app: string) => string,
): Promise<Finding[]> {
  const start = (app: string): Promise<Finding[]> =>
    candidate.renderer.start(app).then(
      () => [],
      (error: unknown) => [finding(responsible(app), admissionErrors.BUNDLE({ reason: reasonOf(error) }))],
    );
  return (await pMap(apps, start, { concurrency: STARTS_AT_ONCE })).flat();
}

async function checkRoute(
  { candidate, rule }: Running,
  route: CompositionRoute,
  responsible: string,
  limit: number,
): Promise<FailedPage[]> {
  const fail = (path: string, reason: string): FailedPage => ({
    reason,
    finding: finding(responsible, admissionErrors.PAGE({ path, route: route.id, reason })),
  });
  let paths: string[];
  try {
    paths = (await candidate.renderer.paths(route)).slice(0, limit).map((entry) => entry.path);
  } catch (error) {
    if (isTimeout(error)) rule.count();
    return [fail(route.path, `its paths: ${reasonOf(error)}`)];
  }
  let failed = 0;
  const renderNext = async (request: CandidateRequest): Promise<FailedPage | undefined> => {
    if (failed >= ENOUGH_FAILURES || rule.ended()) return undefined;
    const result = await renderOne(request);
    if (result) failed++;
    return result;
  };
  const results = await pMap(candidateRequests(route, paths), renderNext, { concurrency: CONCURRENCY });
  return withoutRepeats(results.filter((result) => result !== undefined));

  async function renderOne(request: CandidateRequest): Promise<FailedPage | undefined> {
    const { path, search, isSample } = request;
    const page = matchPage([route], path, search);
    if (!page) return fail(path, `it does not match ${route.path}`);
    const failing = (reason: string): FailedPage => ({
      ...fail(path + search, reason),
      asked: search !== '',
    });
    try {
      const built = await buildPage(candidate, page, route.prerender);
      if (built.type === 'error') {
        const { status, message } = built.error;
        // A value that nobody knows may be no page.
        return search !== '' && !isSample && status < 500
          ? undefined
          : failing(`status ${status}: ${message}`);
      }
      return isEmptyPage(String(built.html)) ? failing('it is empty') : undefined;
    } catch (error) {
      const failure = { ...failing(reasonOf(error)), timedOut: isTimeout(error) };
      return endedProcess(error) ? { ...failure, retry: () => renderOne(request) } : failure;
    }
  }
}

/** What fails without a query fails with one, too. */
function withoutRepeats(failed: FailedPage[]): FailedPage[] {
  return failed.filter(
    ({ asked, reason }, index) => !asked || failed.findIndex((other) => other.reason === reason) === index,
  );
}

function endedProcess(error: unknown): boolean {
  return isPlatformError(error) && ENDED_PROCESS.has(error.code);
}

async function checkIsland(
  { candidate, rule }: Running,
  name: string,
  responsible: string,
): Promise<Finding[]> {
  if (rule.ended()) return [];
  try {
    await candidate.renderer.island(name, {});
    return [];
  } catch (error) {
    if (isTimeout(error)) rule.count();
    return [finding(responsible, admissionErrors.ISLAND({ name, reason: reasonOf(error) }))];
  }
}

async function checkResources(
  candidate: ServedComposition,
  affected: (app: string) => boolean,
  responsible: (app: string) => string,
): Promise<Finding[]> {
  // Files of `public/` are rendered by nobody.
  const resources = Object.entries(candidate.composition.resources ?? {}).filter(
    ([path, app]) => affected(app) && candidate.releases[app]?.public?.[path] === undefined,
  );
  const checked = await pMap(
    resources,
    async ([path, app]) => {
      const reason = await resourceDefect(candidate, path);
      return reason === undefined
        ? []
        : [finding(responsible(app), admissionErrors.RESOURCE({ path, reason }))];
    },
    { concurrency: CONCURRENCY },
  );
  return checked.flat();
}

async function resourceDefect(candidate: ServedComposition, path: string): Promise<string | undefined> {
  try {
    const { type } = (await candidate.renderer.resource(path)).value;
    return isResourceType(type) ? undefined : `its type is ${JSON.stringify(type.slice(0, 100))}`;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Layout and error screens are rendered before anybody needs them: an error must not depend on a process. */
async function checkFrames(candidate: ServedComposition): Promise<Finding[]> {
  try {
    await candidate.renderer.errorScreen({ variant: 'not-found' });
    await candidate.renderer.errorScreen({ variant: 'error' });
    const { html } = (await candidate.renderer.frame('')).value;
    if (!html.includes('<main')) throw new Error('the layout has no <main>');
    return [];
  } catch (error) {
    return [finding(SHELL, admissionErrors.PAGE({ path: 'layout', route: SHELL, reason: reasonOf(error) }))];
  }
}

function reasonOf(error: unknown): string {
  if (isPlatformError(error)) return error.why;
  return error instanceof Error ? error.message : String(error);
}

/** Says when a candidate has shown enough: each page that never ends costs its whole time limit. */
export interface StopRule {
  /** Counts a page or island that, tried alone, used up its time limit. */
  count(): void;
  /** Too many ended by their time limit, of whatever route. */
  stopped(): boolean;
  /** Nothing more is to be begun: stopped, or the deadline of the admission has passed. */
  ended(): boolean;
}

export const MOST_TIMEOUTS = 3;

/** @param signal of the deadline. */
export function createStopRule(signal: AbortSignal): StopRule {
  let timeouts = 0;
  const stopped = (): boolean => timeouts >= MOST_TIMEOUTS;
  return {
    count: () => void timeouts++,
    stopped,
    ended: () => stopped() || signal.aborted,
  };
}

/** @returns whether it says that a rendering used up its time limit. */
export function isTimeout(error: unknown): boolean {
  return isPlatformError(error) && error.code === gatewayErrors.RENDER_TIMEOUT.code;
}

/** What shows something without any text. */
const SHOWS = /<(?:img|svg|form|video)\b/;

/** @returns whether the HTML of a page is tags alone. In one pass: a page of nothing but `<` costs no more than another. */
export function isEmptyPage(html: string): boolean {
  return !hasText(html) && !SHOWS.test(html);
}

function hasText(html: string): boolean {
  for (let at = 0; at < html.length;) {
    const open = html.indexOf('<', at);
    const close = open === -1 ? -1 : html.indexOf('>', open);
    // A `<` that nothing closes is text.
    if (close === -1) return html.slice(at).trim() !== '';
    if (html.slice(at, open).trim() !== '') return true;
    at = close + 1;
  }
  return false;
}
