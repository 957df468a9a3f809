import pMap from 'p-map';
import { type Finding, finding } from '@voltframe/kit/contract/operations/verdict';
import { type CompositionRoute, SHELL } from '@voltframe/kit/contract/release/composition';
import type { IslandRef } from '@voltframe/kit/contract/page/page-data';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import { isPlatformError, type PlatformError } from '@voltframe/kit/errors/define-errors';
import type { ServedComposition } from '../../serving/compositions/served-composition.ts';
import { isNoAnswer } from '../../serving/upstream-errors.ts';
import { servingErrors } from '../../serving/serving-errors.ts';
import { buildPage } from '../../serving/pages/build-page.ts';
import { matchPage } from '../../serving/pages/page-request.ts';
import { isResourceType } from '../../serving/responses/security-headers.ts';
import type { Check } from './candidate.ts';
import {
  type CandidateRequest,
  candidateRequests,
  longestPath,
  PAGES_PER_ROUTE,
} from './candidate-requests.ts';
import { samplePages } from './page-sample.ts';
import type { Places } from './places.ts';

/** Renders the pages, islands and resources of a candidate. */
export type PageCheck = Check;

const CONCURRENCY = 4;
/** Concurrent pages of one app: the queue of a process is limited, and an app may have hundreds of routes. */
const ROUTES_AT_ONCE = 16;
/**
 * Concurrent apps: each process loads the modules of the shell and of its app within a time limit, and all share the
 * processors.
 */
const STARTS_AT_ONCE = 4;
/**
 * Failed pages of a route after which no more of its pages are rendered, because each endless page costs its time
 * limit.
 */
const ENOUGH_FAILURES = 3;
/** Pages and islands with RENDER_TIMEOUT after which rendering stops. */
const MOST_TIMEOUTS = 3;
const ENDED_PROCESS = new Set<string>([servingErrors.RENDER_TIMEOUT.code, servingErrors.RENDER_ENDED.code]);

/** What React writes for `<form action={fn}>`: the address of a form without JavaScript. */
const FORM_ACTION = /<(?:form|button|input)\b[^<>]* (?:formA|a)ction="javascript:throw new Error\(/;

/** A name of the window, which the server does not have. */
const OF_WINDOW =
  /\b(?:window|document|navigator|location|history|screen|matchMedia|(?:local|session)Storage|indexedDB|customElements|requestAnimationFrame|(?:HTML|SVG)?\w*Element|Node|Image|Audio|DOMParser|\w+Observer) is not defined/;
const WITHOUT_WINDOW =
  'The server has no window. Use its names in an effect or an event handler. Import a module that needs them at once by lazy(), in a component that is shown after the first effect.';

/** The live composition waits for calls to upstreams as a candidate does. */
const AHEAD = { isAhead: true };

/** A part that does not render. */
interface Failed {
  finding: Finding;
  /** The app of the part. */
  owner: string;
  /** Pattern of the route, of a page. */
  route?: string;
  /** It exceeded its time limit. */
  timedOut: boolean;
  /** Renders the part again, because its process ended, caused by this part or by a concurrent one. */
  retry?: () => Promise<Failed | undefined>;
}

interface FailedPage extends Failed {
  reason: string;
  /** It was requested with a query. */
  hasQuery?: boolean;
}

/**
 * Renders a candidate: its bundles load, its pages, islands, resources, error screens and layout render. What is in the
 * cache is not rendered again, so only changes cost time.
 * @param places of the lines that failed.
 * @param isDevelopment a page, island or resource that fails is a warning, so that the other pages show their edits.
 * Bundles and the layout still have to work, and no part may be endless.
 * @returns finds after too many time limits, or once the signal is aborted, the findings until then.
 */
export const createPageCheck =
  (places: Places, isDevelopment = false): PageCheck =>
  async (candidate) => {
    const { served, changed, live, signal } = candidate;
    const { composition, renderer, releases } = served;
    let timeouts = 0;
    const isStopped = (): boolean => timeouts >= MOST_TIMEOUTS;
    const isEnded = (): boolean => isStopped() || signal.aborted;
    // A new shell renders the pages of all apps.
    const isAffected = (app: string): boolean => changed.has(app) || changed.has(SHELL);
    const accused = (app: string): string => (changed.has(app) ? app : SHELL);

    /** @param owner of the part that failed. @returns the finding about it, at the line of its source. */
    const located = async (
      owner: string,
      part: string,
      error: unknown,
      errorOf: (reason: string) => PlatformError,
    ): Promise<Finding> => {
      const { text, ...where } = await places.ofError(error, Object.values(releases), owner, part);
      const reason = text === '' ? reasonOf(error) : reasonOf(error).replace(/\.$/, '') + text;
      const advice = OF_WINDOW.test(reason) && { fix: WITHOUT_WINDOW };
      const found = { ...finding(accused(owner), errorOf(reason)), ...where, ...advice };
      // A failing upstream is no defect of the release.
      return isNoAnswer(error) && isPlatformError(error) ? { ...found, fix: error.fix } : found;
    };

    /**
     * A part without data of an upstream that the live composition cannot render either is a warning: a failing backend
     * does not hold up releases.
     * @param renderLive renders the part with the live composition
     * @returns the finding, unless it is a warning
     */
    const unlessLiveFails = async (
      found: Finding,
      error: unknown,
      owner: string,
      renderLive: (live: ServedComposition) => Promise<unknown>,
    ): Promise<Finding[]> => {
      if (isDevelopment || !live?.releases[owner] || !isNoAnswer(error)) return [found];
      const liveError = await renderLive(live).then(
        () => undefined,
        (cause: unknown) => cause,
      );
      if (!isNoAnswer(liveError)) return [found];
      candidate.warn?.({ ...found, owner, digest: releases[owner]!.digest });
      return [];
    };

    /** @param again renders the part again. */
    const failedBy = (
      error: unknown,
      found: Finding,
      app: string,
      again: () => Promise<Failed | undefined>,
    ): Failed => {
      const retry = () => {
        renderer.restart(app);
        return again();
      };
      const failed = { finding: found, owner: app, timedOut: isTimeout(error) };
      if (hasEnded(error)) return { ...failed, retry }; // a concurrent part may have ended it
      candidate.noteFailed?.(found);
      return failed;
    };

    /**
     * @param render renders the part with a composition
     * @returns a finding about the owner of a part when its work fails.
     */
    const attempt = async (
      owner: string,
      part: string,
      render: (from: ServedComposition) => Promise<unknown>,
      errorOf: (reason: string) => PlatformError,
    ): Promise<Failed | undefined> => {
      if (isEnded()) return undefined;
      try {
        await render(served);
        candidate.notePassed?.(part);
        return undefined;
      } catch (error) {
        const place = await located(owner, part, error, errorOf);
        const [found] = await unlessLiveFails(place, error, owner, render);
        return found && failedBy(error, found, owner, () => attempt(owner, part, render, errorOf));
      }
    };

    /** The code of each app runs in its own process, so a load failure belongs to that app. */
    const checkBundle = (app: string): Promise<Failed | undefined> =>
      attempt(
        app,
        'bundle',
        () => renderer.start(app),
        (reason) => admissionErrors.BUNDLE({ reason }),
      );

    const checkRoute = async (route: CompositionRoute): Promise<FailedPage[]> => {
      const errorOf = (path: string) => (reason: string) =>
        admissionErrors.PAGE({ path, route: route.id, reason });
      const fail = (path: string, reason: string): FailedPage => ({
        reason,
        owner: route.app,
        route: route.path,
        timedOut: false,
        finding: finding(accused(route.app), errorOf(path)(reason)),
      });
      const failed = (path: string, error: unknown, errorFor = errorOf(path)): Promise<Finding> =>
        located(route.app, `route ${route.id}`, error, errorFor);
      let isWarned = false;
      const warnOfAction = (path: string): void => {
        if (isWarned || !changed.has(route.app)) return;
        isWarned = true;
        const found = finding(route.app, admissionErrors.FORM_ACTION({ path, route: route.id }));
        candidate.warn?.({ ...found, owner: route.app, digest: releases[route.app]!.digest });
      };
      const render = async (request: CandidateRequest): Promise<FailedPage | undefined> => {
        const { path, search, isSample, called = path + search, isProbe } = request;
        const context = isProbe && { isProbe, isListed: false };
        const page = matchPage([route], path, search);
        if (!page) return fail(path, `it does not match ${route.path}`);
        const failing = (reason: string) => ({ ...fail(called, reason), hasQuery: search !== '' });
        try {
          const built = await buildPage(served, page, route.prerender, context);
          if (isProbe) return undefined;
          if (built.type === 'page') {
            const html = String(built.html);
            if (FORM_ACTION.test(html)) warnOfAction(called);
            return isEmptyPage(html) ? failing('it is empty') : undefined;
          }
          if (built.type === 'redirect') return undefined;
          const { status, message } = built.error;
          // A page may be missing for an unexpected value.
          const mayBeMissing = search !== '' && !isSample && status < 500;
          return mayBeMissing ? undefined : failing(`status ${status}: ${message}`);
        } catch (error) {
          if (isProbe && !hasEnded(error)) return undefined;
          const [found] = await unlessLiveFails(await failed(called, error), error, route.app, (from) =>
            renderIn(from, request),
          );
          if (!found) return undefined;
          const again = () => render(request);
          return { ...failing(reasonOf(error)), ...failedBy(error, found, route.app, again) };
        }
      };
      let paths: string[];
      try {
        paths = (await renderer.paths(route)).slice(0, PAGES_PER_ROUTE).map(({ path }) => path);
      } catch (error) {
        const ofPaths = (reason: string) => errorOf(route.path)(`its paths: ${reason}`);
        const found = await failed(route.path, error, ofPaths);
        const told = await unlessLiveFails(found, error, route.app, (from) =>
          from.renderer.paths(route, AHEAD),
        );
        const timedOut = isTimeout(error);
        return told.map((one) => ({ ...fail(route.path, reasonOf(error)), finding: one, timedOut }));
      }
      let failures = 0;
      const renderNext = async (request: CandidateRequest): Promise<FailedPage | undefined> => {
        if (failures >= ENOUGH_FAILURES || isEnded()) return undefined;
        const failure = await render(request);
        if (failure) failures++;
        else candidate.notePassed?.(`page ${request.path}${request.search}`);
        return failure;
      };
      const results = await pMap(candidateRequests(route, paths), renderNext, { concurrency: CONCURRENCY });
      const found = withoutRepeats(results.filter((result) => result !== undefined));
      return [...found, ...(failures > 0 || isEnded() ? [] : await tryLongest(route, render))];
    };

    /** Visitors send any address. Only the time and the memory of the process count: no page has this one. */
    const tryLongest = async (
      route: CompositionRoute,
      render: (request: CandidateRequest) => Promise<FailedPage | undefined>,
    ): Promise<FailedPage[]> => {
      const path = changed.has(route.app) ? longestPath(route.path) : undefined;
      if (path === undefined) return [];
      const called = `the longest address of ${route.path}`;
      const failure = await render({ path, search: '', called, isProbe: true });
      return failure?.retry ? [failure] : [];
    };

    /** An endless part also ends the concurrent ones, so each is rendered again, alone. */
    const confirmFailures = async (failed: Failed[]): Promise<Finding[]> => {
      const confirmed: Failed[] = [];
      for (const one of failed) {
        const { retry, route } = one;
        if (isEnded() && retry) continue; // a concurrent part may have ended it
        const failure = retry && failed.length > 1 ? await retry() : one;
        if (failure?.timedOut) timeouts++;
        if (failure?.retry) candidate.noteFailed?.(failure.finding);
        if (failure) confirmed.push({ ...failure, ...(route !== undefined && { route }) });
      }
      return (isDevelopment ? tolerate(confirmed) : confirmed).map((one) => one.finding);
    };

    /**
     * The page shows its error, and the gateway tells it. An endless part would also hang the page that is open.
     * @returns the endless parts.
     */
    const tolerate = (failed: Failed[]): Failed[] => {
      for (const { finding: found, owner, route, timedOut } of failed) {
        const { digest } = releases[owner]!;
        if (!timedOut) candidate.warn?.({ ...found, owner, digest, ...(route !== undefined && { route }) });
      }
      return failed.filter(({ timedOut }) => timedOut);
    };

    const checkIsland = ([name, { app }]: [string, { app: string }]): Promise<Failed | undefined> =>
      attempt(
        app,
        `island ${name}`,
        (from) => from.renderer.island(name, {}, AHEAD),
        (reason) => admissionErrors.ISLAND({ name, reason }),
      );

    /**
     * An island may render without props, and fail or reach the rest of the document with those of another app's page.
     * A page whose island fails in the live site, too, is no reason to refuse this change.
     */
    const checkEmbedded = async (): Promise<Failed[]> => {
      const { islands } = composition;
      const isMeant = ({ name }: IslandRef): boolean =>
        Object.hasOwn(islands, name) && changed.has(islands[name]!.app);
      if (!Object.values(islands).some(({ app }) => changed.has(app))) return [];
      const others = composition.routes.filter(({ app }) => !isAffected(app));
      const { pages, isPartial } = await samplePages(served, others, async (page) => {
        const built = isEnded() ? undefined : await buildPage(served, page, false).catch(() => undefined);
        const refs = built?.type === 'page' ? built.payload.islands.filter(isMeant) : [];
        return refs.length > 0 ? { path: page.path + page.search, refs } : undefined;
      });
      const embedded = pages.flatMap(({ path, refs }) =>
        refs.map((ref) => [ref.key, { path, ref }] as const),
      );
      const sample = isPartial ? ', in a sample of the pages of other apps' : '';
      return all([...new Map(embedded).values()], async ({ path, ref: { name, props } }) => {
        const failed = await attempt(
          islands[name]!.app,
          `island ${name} on ${path}`,
          (from) => from.renderer.island(name, props, AHEAD),
          (reason) => admissionErrors.ISLAND({ name, reason: `${reason}, on ${path}${sample}` }),
        );
        return failed && (await failsLive(name, props)) ? undefined : failed;
      });
    };
    const failsLive = async (name: string, props: IslandRef['props']): Promise<boolean> =>
      live !== undefined &&
      Object.hasOwn(live.composition.islands, name) &&
      (await live.renderer.island(name, props, AHEAD).then(
        () => false,
        () => true,
      ));

    const checkResource = ([path, app]: [string, string]): Promise<Failed | undefined> => {
      const render = async (from: ServedComposition): Promise<void> => {
        const { type } = (await from.renderer.resource(path, '', AHEAD)).value;
        if (!isResourceType(type)) throw new Error(`its type is ${JSON.stringify(type.slice(0, 100))}`);
      };
      return attempt(app, `resource ${path}`, render, (reason) => admissionErrors.RESOURCE({ path, reason }));
    };

    /** Layout and error screens are rendered ahead, because an error must not depend on a process. */
    const checkLayout = (): Promise<Failed | undefined> => {
      const render = async (): Promise<void> => {
        await renderer.errorScreen({ variant: 'not-found' });
        await renderer.errorScreen({ variant: 'error' });
        const { html } = (await renderer.frame('')).value;
        if (!html.includes('<main')) throw new Error('the layout has no <main>');
      };
      return attempt(SHELL, 'layout', render, (reason) =>
        admissionErrors.PAGE({ path: 'layout', route: SHELL, reason }),
      );
    };

    const all = async <Item>(
      items: Item[],
      check: (item: Item) => Promise<Failed | undefined>,
      concurrency = CONCURRENCY,
    ) => (await pMap(items, check, { concurrency })).filter((failed) => failed !== undefined);
    const unloaded = await all(Object.keys(composition.apps).filter(isAffected), checkBundle, STARTS_AT_ONCE);
    if (unloaded.length > 0) return unloaded.map((one) => one.finding);
    const routes = composition.routes.filter(({ app }) => isAffected(app));
    const failed = (await pMap(routes, checkRoute, { concurrency: ROUTES_AT_ONCE })).flat();
    const found = await confirmFailures(failed);
    if (!isEnded()) {
      const islands = Object.entries(composition.islands).filter(([, { app }]) => isAffected(app));
      found.push(...(await confirmFailures(await all(islands, checkIsland))));
      if (found.length === 0) found.push(...(await confirmFailures(await checkEmbedded())));
    }
    if (isStopped()) return [...found, ...stoppedFindings(found)];
    if (isEnded()) return found;
    // Files of `public/` are not rendered.
    const resources = Object.entries(composition.resources ?? {}).filter(
      ([path, app]) => isAffected(app) && releases[app]?.public?.[path] === undefined,
    );
    found.push(...(await confirmFailures(await all(resources, checkResource))));
    const layout = await checkLayout();
    return layout ? [...found, layout.finding] : found;
  };

/** Renders the page at an address with the live composition. A missing page throws no error. */
async function renderIn(live: ServedComposition, { path, search }: CandidateRequest): Promise<void> {
  const page = matchPage(live.composition.routes, path, search);
  if (page) await buildPage(live, page, page.route.prerender, AHEAD);
}

/** Adds to each app with a finding that its other pages were not rendered. */
function stoppedFindings(found: Finding[]): Finding[] {
  const apps = new Set(found.map(({ app }) => app));
  return [...apps].map((app) => finding(app, admissionErrors.TIMEOUTS({ count: MOST_TIMEOUTS })));
}

/** A page that fails without a query also fails with one. */
function withoutRepeats(failed: FailedPage[]): FailedPage[] {
  return failed.filter(
    ({ hasQuery, reason }, index) =>
      !hasQuery || failed.findIndex((other) => other.reason === reason) === index,
  );
}

/** @returns whether the process ended with the part that failed, or has to. */
function hasEnded(error: unknown): boolean {
  return isPlatformError(error) && ENDED_PROCESS.has(error.code);
}

function isTimeout(error: unknown): boolean {
  return isPlatformError(error) && error.code === servingErrors.RENDER_TIMEOUT.code;
}

function reasonOf(error: unknown): string {
  if (isPlatformError(error)) return error.why;
  return error instanceof Error ? error.message : String(error);
}

/** Elements that are visible without text. */
const SHOWS = /<(?:img|svg|form|video)\b/;

/**
 * @returns whether the HTML of a page has no visible text. One linear pass, also for a page of `<` only.
 */
export function isEmptyPage(html: string): boolean {
  return !hasText(html) && !SHOWS.test(html);
}

function hasText(html: string): boolean {
  for (let at = 0; at < html.length;) {
    const open = html.indexOf('<', at);
    const close = open === -1 ? -1 : html.indexOf('>', open);
    // A `<` without `>` is text.
    if (close === -1) return html.slice(at).trim() !== '';
    if (html.slice(at, open).trim() !== '') return true;
    at = close + 1;
  }
  return false;
}
