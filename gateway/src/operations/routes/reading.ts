import { didYouMean } from '@voltframe/kit/contract/closest';
import { contractWindow, versionsLeft } from '@voltframe/kit/contract/contract-version';
import type { HistoryList } from '@voltframe/kit/contract/operations/history';
import type {
  AppStatus,
  OwnPolicy,
  HeldRelease,
  ReleaseList,
  Status,
} from '@voltframe/kit/contract/operations/site-status';
import { sharedLibraries } from '@voltframe/kit/contract/operations/shared-libraries';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { Token } from '@voltframe/kit/contract/operations/credentials';
import { HOUR_MS } from '@voltframe/kit/contract/units';
import { runsForeignCode } from '@voltframe/kit/contract/routing/foreign-sources';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { gatewayErrors } from '../../platform/errors.ts';
import { releasingErrors } from '../../releasing/releasing-errors.ts';
import { appsWaitedFor, standingWarnings } from '../../releasing/activation/decision.ts';
import { sharedChanges, freezeOf } from '../../releasing/activation/waiting.ts';
import { liveSince } from '../../observing/events/events.ts';
import { findRelease, summaryOf } from '../../releasing/activation/live-releases.ts';
import { isDatabaseAway } from '../../platform/database/database.ts';
import { isOf, maySee } from '../authorize.ts';
import { numberUpTo, OF_APP, operation } from '../operation.ts';
import type { OpsDeps } from '../operations-deps.ts';

const MAX_WAITING = 50;
/** The longest wait of a status for the database. */
const LONGEST_MS = 2_000;

/** The parts that a status reads. */
export type StatusDeps = Pick<
  OpsDeps,
  'site' | 'state' | 'database' | 'fleet' | 'previews' | 'disk' | 'errors' | 'upstreams' | 'now'
>;

/** The calls that read status, history, releases, the live composition and files. */
export const readingRoutes: FastifyPluginAsyncZod<{ status: StatusDeps; blobs: OpsDeps['blobs'] }> = async (
  app,
  { status, blobs },
) => {
  const { site, state } = status;
  app.route({
    ...operation('status'),
    schema: {},
    handler: ({ token }): Promise<Status> => readStatus(status, token),
  });
  app.route({
    ...operation('history'),
    schema: {
      querystring: z.object({ app: z.string().optional(), limit: numberUpTo(500).default(50) }),
    },
    handler: async ({ query: { app: named, limit } }): Promise<HistoryList> => ({
      history: await state.history({ limit, ...(named !== undefined && { app: named }) }),
    }),
  });
  app.route({
    ...operation('releases'),
    schema: { ...OF_APP, querystring: z.object({ limit: numberUpTo(200).default(20) }) },
    async handler({ params: { app: named }, query: { limit } }): Promise<ReleaseList> {
      const live = site.live()?.composition.apps ?? {};
      const releases = await state.releases({ app: named, limit });
      if (releases.length === 0)
        throw releasingErrors.APP_UNKNOWN({ app: named, meant: didYouMean(named, Object.keys(live)) });
      return { releases: releases.map((stored) => summaryOf(stored, live[named])) };
    },
  });
  app.route({
    ...operation('release'),
    schema: { params: z.object({ app: z.string(), digest: z.string() }) },
    handler: async ({ params: { app: named, digest } }) =>
      (await findRelease(state, named, digest, 'any')).release,
  });
  app.route({
    ...operation('composition'),
    schema: {},
    handler: async () => (await site.select(undefined)).composition,
  });
  app.route({
    ...operation('blob'),
    schema: { params: z.object({ sha256: z.string() }) },
    async handler({ params: { sha256 } }, reply) {
      const bytes = (await isServed(status, sha256)) ? await blobs.get(sha256) : undefined;
      if (!bytes) throw gatewayErrors.NOT_FOUND();
      reply.header('cache-control', 'private, immutable, max-age=31536000').type('application/octet-stream');
      return reply.send(bytes);
    },
  });
};

/**
 * @returns the status; without the database the gateway's own part of it, so that an outage differs from a gateway
 * that is down.
 */
export async function readStatus(deps: StatusDeps, token: Token): Promise<Status> {
  try {
    return await deps.database.within(LONGEST_MS, () => storedStatus(deps, token));
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    return statusWithoutDatabase(deps, token, error.why);
  }
}

async function statusWithoutDatabase(deps: StatusDeps, token: Token, reason: string): Promise<Status> {
  const { site, database, now } = deps;
  const live = site.live();
  const { id, timestamp } = live?.composition ?? {};
  return {
    ...gatewayStatus(deps, token),
    composition: id === undefined ? null : { id, activatedAt: timestamp! },
    database: { awaySince: database.away()?.since ?? now(), reason },
    frozen: null,
    apps: releasesOf(live).map(({ app: named, kind, digest, contract, routes }) => ({
      app: named,
      kind,
      live: digest,
      contract: contractStatus(contract),
      routes: routes.length,
      activatedAt: timestamp!,
      pinned: null,
    })),
    previews: [],
    leases: [],
  };
}

/** @returns the pages and islands whose policy operators should know. */
function ownPolicies(live: Pick<Composition, 'routes' | 'islands'> | undefined): OwnPolicy[] {
  const parts = [
    ...(live?.routes ?? []).map((route) => ({ ...route, part: route.path })),
    ...Object.entries(live?.islands ?? {}).map(([name, island]) => ({ ...island, part: `island ${name}` })),
  ];
  return parts.flatMap(({ app, part, styles, csp }): OwnPolicy[] => {
    const scripts = csp && runsForeignCode(csp) ? csp['script-src'] : undefined;
    if (!styles && !scripts) return [];
    return [{ app, part, ...(styles && { runtimeStyles: true }), ...(scripts && { scripts }) }];
  });
}

/** The part of the status that the gateway knows without the database. */
function gatewayStatus({ site, upstreams }: StatusDeps, { role, app, name: holder }: Token) {
  const { name, url } = site.live()?.composition.site ?? { name: '', url: '' };
  const states = upstreams.state();
  const policies = ownPolicies(site.live()?.composition);
  const libraries = sharedLibraries(releasesOf(site.live()));
  return {
    site: { name, url },
    contract: contractWindow(),
    ...(states.length > 0 && { upstreams: states }),
    ...(policies.length > 0 && { policies }),
    ...(libraries.length > 0 && { libraries }),
    you: { role, app, name: holder },
  };
}

function releasesOf(live: { releases: Record<string, Release> } | undefined): Release[] {
  return Object.values(live?.releases ?? {}).toSorted((a, b) => (a.app < b.app ? -1 : 1));
}

async function storedStatus(deps: StatusDeps, token: Token): Promise<Status> {
  const { site, state, fleet, previews, disk, now } = deps;
  const live = site.live();
  const stored = await state.live();
  const servable = await state.servable(now());
  const pins = await state.pins();
  const held = await heldStatus(state, pins);
  const warnings = live && (await standingWarnings(state, live));
  const errors = await recentErrors(deps, live?.composition.apps ?? {}, token);
  const releases = releasesOf(live);
  const apps = releases.map(async (release): Promise<AppStatus> => {
    const { app, kind, digest, routes } = release;
    const [newest] = await state.releases({ app, limit: 1 });
    const own = await state.release(app, digest);
    const pin = pins.find((entry) => entry.app === app);
    const ownHeld = held.find((entry) => entry.app === app)?.digest;
    const newer = newest && own && newest.digest !== digest && newest.receivedAt > own.receivedAt;
    return {
      app,
      kind,
      live: digest,
      ...(own?.identity && { identity: own.identity }),
      contract: contractStatus(release.contract),
      routes: routes.length,
      activatedAt: (await liveSince(state, app, digest)) ?? own?.receivedAt ?? 0,
      pinned: pin ? { by: pin.actor, at: pin.at } : null,
      ...(warnings?.has(app) && { warnings: warnings.get(app)! }),
      ...(ownHeld !== undefined && { held: ownHeld }),
      ...(errors.has(app) && { errors: errors.get(app)! }),
      ...(newer && { newest: summaryOf(newest, digest) }),
    };
  });
  const freeze = await freezeOf(state);
  const freeBytes = await disk.free();
  return {
    ...gatewayStatus(deps, token),
    composition: stored ? { id: stored.composition.id, activatedAt: stored.activatedAt } : null,
    frozen: freeze ?? null,
    gateways: await fleet.look(),
    held,
    ...(await waitingStatus(state, releases)),
    apps: await Promise.all(apps),
    // The address of a preview gives access to it.
    previews: (await previews.list()).filter(({ apps: of }) => of.some((app) => isOf(token, app))),
    leases: servable
      .filter(({ leasedUntil, activatedAt }) => leasedUntil !== null && activatedAt > 0)
      .map(({ composition, activatedAt, leasedUntil }) => ({
        id: composition.id,
        activatedAt,
        until: leasedUntil!,
      })),
    ...(freeBytes !== undefined && { disk: { freeBytes, reserveBytes: disk.reserveBytes } }),
  };
}

async function heldStatus(state: OpsDeps['state'], pins: readonly { app: string }[]): Promise<HeldRelease[]> {
  const held = await state.held();
  return held.map(({ app, digest }) => ({
    app,
    digest,
    by: pins.some((pin) => pin.app === app) ? 'pin' : 'freeze',
  }));
}

async function waitingStatus(
  state: OpsDeps['state'],
  live: Release[],
): Promise<Pick<Status, 'waiting' | 'sharedChanges'>> {
  const heads = await state.releases({ state: 'waiting', limit: MAX_WAITING });
  const kept = await Promise.all(heads.map(({ app, digest }) => state.release(app, digest)));
  const waiting = heads.map(({ app, digest, findings }) => ({
    app,
    digest,
    waitsFor: appsWaitedFor(findings) ?? [],
  }));
  return {
    waiting,
    sharedChanges: sharedChanges(
      live,
      kept.flatMap((stored) => (stored ? [stored.release] : [])),
    ),
  };
}

function contractStatus(version: number): AppStatus['contract'] {
  const left = versionsLeft(version);
  return { version, ...(left !== undefined && { left }) };
}

async function isServed({ site, state, now }: StatusDeps, sha256: string): Promise<boolean> {
  const holds = (releases: Awaited<ReturnType<typeof site.releasesOf>>) =>
    Object.values(releases).some(({ files }) => Object.values(files).some((file) => file.sha256 === sha256));
  if (holds(site.live()?.releases ?? {})) return true;
  for (const { composition } of await state.servable(now()))
    if (holds(await site.releasesOf(composition))) return true;
  return false;
}

const MOST_GROUPS = 100;

/**
 * @param live digests by app.
 * @returns by app how many different errors its listed pages had within an hour, of the apps that the token may read.
 */
export async function recentErrors(
  { errors, now }: Pick<OpsDeps, 'errors' | 'now'>,
  live: Readonly<Record<string, string>>,
  token: Pick<Token, 'role' | 'app'>,
): Promise<Map<string, number>> {
  const shown = Object.entries(live).filter(([app]) => maySee(token, app));
  const counts = shown.map(async ([app, release]) => {
    const query = { app, release, source: 'listed', sinceMs: now() - HOUR_MS, limit: MOST_GROUPS } as const;
    return [app, (await errors.list(query)).groups.length] as const;
  });
  return new Map(await Promise.all(counts));
}
