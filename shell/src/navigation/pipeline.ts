import type { ClientRoute } from '@voltframe/kit/contract/page/page-data';
import type { PageError } from '@voltframe/kit/errors/page-error';
import type { RouteMatch } from '@voltframe/kit/contract/routing/match-route';
import { declaredSearch } from '@voltframe/kit/contract/routing/declared-search';
import type { GuardLocation, GuardResult } from '@voltframe/kit/contract/page/page-server';
import { isRedirect } from '@voltframe/kit/contract/page/redirect';
import { guardError, isForVisitor } from '@voltframe/kit/errors/guard-error';
import { siteErrors } from '@voltframe/kit/errors/site-errors';
import type { NavigationOutcome } from '@voltframe/kit/react/platform.ts';
import type { Update } from '../builds/unsaved-input.ts';
import { type Place, placeUrl } from './place.ts';

/** Maximum number of redirects of one navigation. */
const MAX_REDIRECTS = 20;

/** The cause of a navigation; `pop`: the visitor moved in the history, whose URL is already the target. */
export type Trigger =
  | { kind: 'push' | 'replace'; /** The scroll position stays. */ keeps?: boolean }
  | { kind: 'pop'; delta: number; animated?: boolean };

/** A target with the route it matches. */
export interface Target extends Place {
  match: RouteMatch<ClientRoute> | null;
}

/** The result of loading a page. `document`: the browser must load it instead. */
export type Loaded<Page> =
  | { type: 'page'; page: Page }
  | { type: 'redirect'; to: string; external: boolean }
  | { type: 'error'; error: PageError }
  | { type: 'document' };

/** The shown page. */
export interface Shown extends Place {
  routeId: string | null;
  params: Record<string, string>;
  /** Whether the error screen is shown in place of the page. */
  error: boolean;
}

/** A check with its name for error messages. */
export interface Check {
  name: string;
  run(): GuardResult | Promise<GuardResult>;
}

/** The decision of a navigation check. */
type CheckOutcome =
  | { type: 'pass' }
  | { type: 'cancel' }
  | { type: 'redirect'; to: string; replace?: boolean; external?: boolean }
  | { type: 'fail'; error: unknown };

/** The order of the checks (docs/behaviour.md 5.1). */
export type Step = 'leave' | 'global' | 'update' | 'enter';

/** The actions that the pipeline decides on but does not perform. */
export interface PipelinePorts<Page> {
  shown(): Shown;
  match(path: string): RouteMatch<ClientRoute> | null;
  /**
   * Reads the target of a redirect; relative ones start from `from`.
   * @throws for a target outside the site without `external`
   */
  resolve(to: string, from: Place): Place;
  /** Reads the target of a redirect that may leave the site. @throws for protocols that would run code */
  resolveExternal(to: string): string;
  /** Redirect of the route rules that have been loaded. */
  redirectOf(place: Place): { to: string; external: boolean } | null;
  /** The checks of a step. Rejects for an unknown guard, or one that cannot be loaded. */
  checks(step: Step, target: Target, to: GuardLocation, from: GuardLocation): Promise<Check[]>;
  /** Waits until the click has painted, before the work begins. */
  repaint(): Promise<void>;
  /** Handles a path without a route. */
  unmatched(target: Target): Promise<Loaded<Page>>;
  /** Whether this navigation must load a newer build, or is cancelled because of it. */
  update(target: Target): Update | Promise<Update>;
  load(target: Target): Promise<Loaded<Page>>;
  /** Shows another place of the page that is shown: only the query or the hash differ. */
  move(target: Target, trigger: Trigger): void;
  confirm(target: Target, page: Page, trigger: Trigger): Promise<void>;
  showError(target: Target, error: unknown, trigger: Trigger): Promise<void>;
  loadDocument(url: string, trigger: Trigger): void;
  isOnline(): boolean;
  /** Informs the visitor, and runs `task` when the network is back, unless another navigation has started. */
  waitForNetwork(task: () => void): void;
  /** Undoes a move in the history. */
  restore(delta: number): void;
  /** The target is the shown page: only the scroll position may change. */
  again(target: Target): void;
  started(place: Place): void;
  ended(): void;
  /** A navigation to `target` failed. */
  log(error: unknown, target: Target): void;
}

export interface Pipeline {
  navigate(place: Place, trigger: Trigger): Promise<NavigationOutcome>;
}

type Attempt<Page> = Loaded<Page> | Exclude<CheckOutcome, { type: 'pass' }> | { type: 'move' };

/**
 * The sequence of every navigation: route rules, leave, global, update and enter checks, loading, confirmation
 * (docs/behaviour.md 5). Each may cancel, redirect or fail it. A newer navigation ends an older one.
 */
export function createPipeline<Page>(ports: PipelinePorts<Page>): Pipeline {
  let latest = 0;

  async function navigate(place: Place, trigger: Trigger): Promise<NavigationOutcome> {
    const id = ++latest;
    const superseded = (): boolean => id !== latest;
    if (isShown(place, ports)) {
      ports.again({ ...place, match: ports.match(place.path) });
      // It may have superseded a navigation, which then does not call `ended`.
      ports.ended();
      return 'duplicated';
    }
    ports.started(place);
    try {
      return await follow(place, trigger, superseded);
    } catch (error) {
      if (superseded()) return 'cancelled';
      return await fail(ports, { ...place, match: null }, error, trigger);
    } finally {
      if (!superseded()) ports.ended();
    }
  }

  /** Attempts the place and then each redirect target, until one is not redirected. */
  async function follow(place: Place, first: Trigger, superseded: () => boolean): Promise<NavigationOutcome> {
    let target: Target = { ...place, match: ports.match(place.path) };
    let trigger = first;
    for (let redirects = 0; ; redirects++) {
      const attempt = await attemptTo(ports, target, superseded);
      if (superseded()) return 'cancelled';
      if (attempt.type === 'document') return loadDocument(ports, target, trigger, navigate);
      if (attempt.type !== 'redirect') return finish(ports, attempt, target, trigger, redirects > 0);
      if (attempt.external) {
        ports.loadDocument(ports.resolveExternal(attempt.to), redirected(trigger, false));
        return 'document';
      }
      if (redirects >= MAX_REDIRECTS) {
        return fail(ports, target, siteErrors.REDIRECT_LOOP({ path: place.path }), trigger);
      }
      trigger = redirected(trigger, 'replace' in attempt && attempt.replace);
      const next = ports.resolve(attempt.to, target);
      target = { ...next, match: ports.match(next.path) };
      if (isShown(target, ports)) return settle(ports, first, 'redirected');
    }
  }

  return { navigate };
}

/** Runs the checks, then loads the page; shows nothing yet. */
async function attemptTo<Page>(
  ports: PipelinePorts<Page>,
  target: Target,
  superseded: () => boolean,
): Promise<Attempt<Page>> {
  const shown = ports.shown();
  for (const step of stepsOf(target, shown)) {
    // After the leave checks, because a redirect to another site must not discard the input that they protect.
    const rule = step === 'global' ? ports.redirectOf(target) : null;
    if (rule) return { type: 'redirect', ...rule };
    const checks = await ports.checks(step, target, toGuardLocation(target), shown);
    const outcome = await runChecks(checks, superseded);
    if (outcome.type !== 'pass') return outcome;
  }
  if (isMove(target, shown)) {
    const update = target.search === shown.search ? null : await ports.update(target);
    return { type: update ?? 'move' };
  }
  await ports.repaint();
  if (superseded()) return { type: 'cancel' };
  if (!target.match) return ports.unmatched(target);
  const update = await ports.update(target);
  if (superseded()) return { type: 'cancel' };
  return update ? { type: update } : ports.load(target);
}

/** @returns the outcome for the result of a guard. */
function toCheckOutcome(result: GuardResult): CheckOutcome {
  if (result === undefined || result === true) return { type: 'pass' };
  if (result === false) return { type: 'cancel' };
  if (typeof result === 'string') return { type: 'redirect', to: result };
  if (isRedirect(result)) return { type: 'redirect', to: result.to, external: result.external };
  if (result instanceof Error || 'message' in result)
    return { type: 'fail', error: guardError(result as Error) };
  return { type: 'redirect', ...result };
}

/**
 * Runs checks in order; the first that does not pass decides.
 * @param superseded called after each check: a newer navigation ends this one
 */
async function runChecks(checks: readonly Check[], superseded: () => boolean): Promise<CheckOutcome> {
  for (const check of checks) {
    const outcome = await runCheck(check);
    if (superseded()) return { type: 'cancel' };
    if (outcome.type !== 'pass') return outcome;
  }
  return { type: 'pass' };
}

async function runCheck({ name, run }: Check): Promise<CheckOutcome> {
  try {
    return toCheckOutcome(await run());
  } catch (error) {
    if (isRedirect(error)) return toCheckOutcome(error);
    const told = isForVisitor(error);
    return { type: 'fail', error: told ? guardError(error) : siteErrors.GUARD_FAILED({ name }, error) };
  }
}

/** Shows the result of an attempt. */
async function finish<Page>(
  ports: PipelinePorts<Page>,
  attempt: Exclude<Attempt<Page>, { type: 'redirect' | 'document' }>,
  target: Target,
  trigger: Trigger,
  wasRedirected: boolean,
): Promise<NavigationOutcome> {
  if (attempt.type === 'page') await ports.confirm(target, attempt.page, trigger);
  if (attempt.type === 'move') ports.move(target, trigger);
  if (attempt.type === 'error') await ports.showError(target, attempt.error, trigger);
  if (attempt.type === 'cancel') return settle(ports, trigger, 'aborted');
  if (attempt.type === 'fail') return fail(ports, target, attempt.error, trigger);
  return attempt.type === 'error' ? 'failed' : wasRedirected ? 'redirected' : 'confirmed';
}

/** Without a network the browser would show its own error page: the shown page stays, and the target is tried again. */
function loadDocument<Page>(
  ports: PipelinePorts<Page>,
  target: Target,
  trigger: Trigger,
  retry: Pipeline['navigate'],
): NavigationOutcome {
  if (ports.isOnline()) {
    ports.loadDocument(placeUrl(target), trigger);
    return 'document';
  }
  ports.waitForNetwork(() => void retry(target, trigger.kind === 'pop' ? { kind: 'push' } : trigger));
  return settle(ports, trigger, 'aborted');
}

/** Fatal errors show the error screen; others leave everything as it is, and are logged. */
async function fail<Page>(
  ports: PipelinePorts<Page>,
  target: Target,
  error: unknown,
  trigger: Trigger,
): Promise<NavigationOutcome> {
  ports.log(error, target);
  if (isFatal(error)) {
    await ports.showError(target, error, trigger);
    return 'failed';
  }
  return settle(ports, trigger, 'failed');
}

function settle<Page>(
  ports: PipelinePorts<Page>,
  trigger: Trigger,
  outcome: NavigationOutcome,
): NavigationOutcome {
  if (trigger.kind === 'pop') ports.restore(trigger.delta);
  return outcome;
}

/**
 * After a redirect of a move in the history, its entry is replaced: with a new entry, Back would always redirect
 * again.
 */
function redirected(trigger: Trigger, replace: boolean): Trigger {
  if (trigger.kind === 'push' && !replace) return trigger;
  return { kind: 'replace' };
}

function stepsOf(target: Target, shown: Shown): Step[] {
  const samePage = isSamePage(target, shown);
  if (samePage && target.search === shown.search) return ['global'];
  const sameRoute = !shown.error && target.match?.route.id === shown.routeId;
  const leaving: Step[] = samePage ? [] : ['leave'];
  return [...leaving, 'global', sameRoute ? 'update' : 'enter'];
}

function isSamePage(target: Place, shown: Shown): boolean {
  return !shown.error && target.path === shown.path;
}

/** Whether the shown page has the data of the target: its loader reads no parameter that differs. */
function isMove(target: Target, shown: Shown): boolean {
  const loads = target.match?.route.loads ?? [];
  return (
    isSamePage(target, shown) && declaredSearch(loads, target.search) === declaredSearch(loads, shown.search)
  );
}

function isShown<Page>(target: Place, ports: PipelinePorts<Page>): boolean {
  const shown = ports.shown();
  return placeUrl(target) === placeUrl(shown) && !shown.error;
}

function toGuardLocation({ path, search, hash, match }: Target): GuardLocation {
  return { path, search, hash, params: match?.params ?? {}, routeId: match?.route.id ?? null };
}

function isFatal(error: unknown): boolean {
  return typeof error === 'object' && error !== null && (error as { fatal?: unknown }).fatal === true;
}
