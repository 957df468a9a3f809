import { matchRoute } from '@voltframe/kit/contract/routing/match-route';
import { hasOwn } from '@voltframe/kit/contract/names';
import type { Guard } from '@voltframe/kit/contract/page/page-server';
import { resolveTarget } from '@voltframe/kit/contract/routing/navigation-target';
import { isFilePath } from '@voltframe/kit/contract/routing/url-path';
import type { SiteTables } from '@voltframe/kit/contract/page/page-data';
import type { PageError } from '@voltframe/kit/errors/page-error';
import {
  matchRules,
  resolveRedirect,
  type RouteRule,
  ruleGuards,
} from '@voltframe/kit/contract/routing/route-rules';
import { toPageError } from '@voltframe/kit/errors/page-error';
import { siteErrors } from '@voltframe/kit/errors/site-errors';
import type { LeaveGuard } from '@voltframe/kit/react/platform.ts';
import type { Store } from '@voltframe/kit/react/store.ts';
import type { BuildPoll } from '../builds/build-poll.ts';
import type { ManifestSource } from '../builds/manifest.ts';
import type { createUnsavedInput } from '../builds/unsaved-input.ts';
import type { LoadedPage, View } from '../client-root.tsx';
import type { NetworkWait } from './network-wait.ts';
import type { PageSwap } from './transition/page-swap.ts';
import type { Check, Loaded, PipelinePorts, Shown, Target, Trigger } from './pipeline.ts';
import { loadDocument, type Place, placeUrl } from './place.ts';
import type { Tell } from '../reports/signals.ts';
import { onlineTell, toldId } from '../reports/told-id.ts';
import type { Progress } from './transition/progress.ts';
import { repaint } from './transition/repaint.ts';
import type { SiteHistory } from './site-history.ts';

/** The dependencies of the pipeline in the browser. */
export interface NavigationParts {
  window: Window;
  data: Pick<SiteTables, 'routes' | 'globalGuards'>;
  views: Store<View>;
  swap: PageSwap;
  history: SiteHistory;
  progress: Progress;
  /** Address to which a navigation is under way. */
  pending: Store<string | null>;
  manifests: ManifestSource;
  builds: BuildPoll;
  guards: {
    /** Named guards of the composition → the location of each. */
    places: Readonly<Record<string, { app: string; expose: string }>>;
    /** The shell's own guards; they are in its bundle. */
    own: Readonly<Record<string, Guard>>;
    loadExpose<Module>(app: string, expose: string): Promise<Module>;
  };
  leaveGuards: ReadonlySet<LeaveGuard>;
  updateUnsaved: ReturnType<typeof createUnsavedInput>;
  network: NetworkWait;
  load: PipelinePorts<LoadedPage>['load'];
  isCrawler(): Promise<boolean>;
  /** Without it no report is sent. */
  tell: Tell | undefined;
  /** ms */
  now(): number;
}

/** Implements the decisions of the pipeline in the browser. */
export function createPipelinePorts(parts: NavigationParts): PipelinePorts<LoadedPage> {
  const { window, data, views, swap, history, progress, pending, manifests, builds, network, tell, now } =
    parts;
  let startedAt = 0;
  const isOnline = (): boolean => window.navigator.onLine;

  return {
    shown: () => toShown(views.get()),
    match: (path) => matchRoute(data.routes, path),
    resolve(to, from) {
      const target = resolveTarget(to, { origin: window.location.origin, from: from.path });
      return target.type === 'internal' ? target : { path: target.href, search: '', hash: '' };
    },
    resolveExternal(to) {
      const target = resolveTarget(to, { origin: window.location.origin, external: true });
      return target.type === 'external' ? target.href : placeUrl(target);
    },
    redirectOf(place) {
      const manifest = manifests.known();
      return manifest && resolveRedirect(manifest.matcher, place);
    },
    async checks(step, target, to, from) {
      if (step === 'leave')
        return [...parts.leaveGuards].map((guard): Check => ({ name: 'leave', run: () => guard(to, from) }));
      const matcher = manifests.known()?.matcher;
      const rule = matcher ? matchRules(matcher, target.path) : {};
      const named = guardNames(target.match?.route.guards ?? [], rule);
      const names = step === 'global' ? data.globalGuards : named;
      const found = names.map(async (name): Promise<Check> => {
        const guard = await findGuard(name, parts.guards);
        return { name, run: () => guard(to, from) };
      });
      return Promise.all(found);
    },
    repaint: () => repaint(window),
    unmatched: (target) => loadUnmatched(manifests, builds, target),
    // Without a network the newer build cannot load, but pages of this build may be cached.
    update: () => (builds.isOutdated() && isOnline() ? parts.updateUnsaved() : null),
    isOnline,
    waitForNetwork: network.wait,
    load: parts.load,
    move: swap.move,
    async confirm(...page) {
      await swap.confirm(...page);
      tell?.({ type: 'navigated', ms: now() - startedAt });
    },
    showError: (target, error, trigger) => showError(parts, target, error, trigger),
    loadDocument: (url, trigger) => loadDocument(window.location, url, trigger.kind === 'replace'),
    restore: history.restore,
    again: swap.again,
    started(place) {
      pending.set(placeUrl(place));
      startedAt = now();
      network.end();
      progress.start();
    },
    ended() {
      pending.set(null);
      progress.end();
    },
    log: (error, target) => logFailure(parts, error, target),
  };
}

/**
 * Finds a guard by its name and loads the remote's code when needed.
 * @throws SITE_UNKNOWN_GUARD, naming it (docs/behaviour.md 6.3)
 */
async function findGuard(
  name: string,
  { places, own, loadExpose }: NavigationParts['guards'],
): Promise<Guard> {
  if (hasOwn(own, name)) return own[name]!;
  const place = hasOwn(places, name) ? places[name] : undefined;
  if (!place) throw siteErrors.UNKNOWN_GUARD({ name });
  return (await loadExpose<{ default: Guard }>(place.app, place.expose)).default;
}

/** @returns the names of a route's guards: its own, then those that rules add, without those that rules remove. */
function guardNames(own: readonly string[], rule: RouteRule): string[] {
  const { add, remove } = ruleGuards(rule);
  return [...new Set([...own, ...add])].filter((name) => !remove.includes(name));
}

async function showError(
  parts: NavigationParts,
  target: Target,
  error: unknown,
  trigger: Trigger,
): Promise<void> {
  const { isCrawler, swap } = parts;
  const pageError = isPageError(error)
    ? error
    : { ...toPageError(error), id: onlineTell(parts) && toldId(error) };
  if (await isCrawler()) console.error('No error screen for crawlers:', pageError.message);
  else await swap.showError(target, pageError, trigger);
}

function logFailure(parts: NavigationParts, error: unknown, { path }: Target): void {
  console.error(error);
  onlineTell(parts)?.({ type: 'guard', error, app: matchRoute(parts.data.routes, path)?.route.app });
}

/** A page that is not in the route table may be in the route rules or in a newer build. */
async function loadUnmatched(
  manifests: ManifestSource,
  builds: BuildPoll,
  place: Place,
): Promise<Loaded<LoadedPage>> {
  const manifest = await manifests.need();
  if (!manifest) return { type: 'document' };
  const redirect = resolveRedirect(manifest.matcher, place);
  if (redirect) return { type: 'redirect', ...redirect };
  // A file of an app or of the operator, or a page of a newer composition, for example in a new remote.
  if (isFilePath(place.path) || (await builds.check())) return { type: 'document' };
  return {
    type: 'error',
    error: toPageError(siteErrors.PAGE_NOT_FOUND({ path: place.path + place.search })),
  };
}

function toShown(view: View): Shown {
  const { path, search, hash }: Place = view.place;
  if (view.kind === 'error') return { path, search, hash, routeId: null, params: {}, error: true };
  const { routeId, params } = view.page.payload;
  return { path, search, hash, routeId, params, error: false };
}

/** The JSON of an API error, which is not a thrown error. */
function isPageError(error: unknown): error is PageError {
  const { status, message } = (error ?? {}) as Partial<PageError>;
  return !(error instanceof Error) && typeof status === 'number' && typeof message === 'string';
}
