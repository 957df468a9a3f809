import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { parseConfig } from '../../../src/platform/settings/config.ts';
import { buildSiteApp } from '../../../src/serving/http/site-app.ts';
import { formRoutes } from '@voltframe/enquiries/form-routes';
import { buildOpsApp } from '../../../src/operations/operations-app.ts';
import { testTelemetry } from '../../fixtures/test-telemetry.ts';

/** Replaces all ports of the routes; the test calls no route. */
const anything: never = new Proxy(() => anything, {
  get: (_, name) => (name === 'then' ? undefined : anything),
  has: () => false,
  ownKeys: () => [],
  getOwnPropertyDescriptor: () => undefined,
}) as never;
const logger = pino({ level: 'silent' });
const document = readFileSync(new URL('../../../../docs/http.md', import.meta.url), 'utf8');
const [, site = '', operations = ''] = document.split(/^## The (?:port of the site|operations port)$/m);

/** @returns `GET /-/apps/{}` for each item of the lists, without the names of parameters. */
function documented(text: string): string[] {
  const lines = [...text.matchAll(/^- `(GET|POST|PUT|PATCH|DELETE) ([^`]+)`/gm)];
  return lines.map(([, method, address]) => `${method} ${address!.replaceAll(/\{\w+\}/g, '{}')}`);
}

const opened: FastifyInstance[] = [];
afterAll(() => Promise.all(opened.map((app) => app.close())));

/** Addresses whose answer is always 404. */
const UNKNOWN = new Set(['/api/*', '/-/*']);

/** @returns the routes that an app registers. */
async function routesOf(build: () => FastifyInstance): Promise<RouteOptions[]> {
  const routes: RouteOptions[] = [];
  const onOpened = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', (route: RouteOptions) => void routes.push(route));
  };
  subscribe('fastify.initialization', onOpened);
  const app = build();
  unsubscribe('fastify.initialization', onOpened);
  opened.push(app);
  await app.ready();
  return routes;
}

/** @returns the addresses of routes as in the document; GET implies HEAD. */
function addressesOf(routes: RouteOptions[]): string[] {
  const known = routes.filter(({ url }) => !UNKNOWN.has(url));
  const addresses = known.flatMap(({ method, url }) =>
    [method].flat().map((each) => `${each} ${url.replaceAll(/:\w+(?:\([^)]*\))?|\*/g, '{}')}`),
  );
  return [...new Set(addresses)].filter((address) => !address.startsWith('HEAD ')).toSorted();
}

function siteRoutes(): Promise<RouteOptions[]> {
  const parsed = parseConfig({ RELEASES: 'none' });
  if (!parsed.ok) throw new Error('the defaults are valid');
  return routesOf(() =>
    buildSiteApp({
      config: parsed.settings,
      site: anything,
      pages: anything,
      blobs: { place: undefined } as never,
      differences: anything,
      openPreview: anything,
      upstreams: anything,
      reports: {} as never,
      renderingLimit: anything,
      disk: anything,
      database: anything,
      isLeaving: () => false,
      telemetry: testTelemetry(),
      readFigures: async () => ({}) as never,
      logger,
      development: { ...(anything as object), onProblems: () => {} } as never,
      forms: formRoutes(
        { settings: { limits: {} }, ports: {} } as never,
        { limit: () => () => undefined, thread: () => ({ end() {} }) } as never,
      ),
    }),
  );
}

const operationRoutes = (): Promise<RouteOptions[]> =>
  routesOf(() => buildOpsApp({ ...(anything as object), tokens: anything, logger, now: Date.now } as never));

describe('docs/http.md', () => {
  test('lists exactly the addresses of the site', async () => {
    const listed = documented(site.split('## ')[0]!).filter((line) => !line.endsWith('_payload.json'));
    expect(listed.toSorted()).toEqual(addressesOf(await siteRoutes()));
  });

  test('lists exactly the addresses of the operations port', async () => {
    expect(documented(operations.split('## ')[0]!).toSorted()).toEqual(addressesOf(await operationRoutes()));
  });
});

const named = ({ method, url }: RouteOptions) => `${String(method)} ${url}`;

test('every route of the site has a schema and a kind', async () => {
  const routes = await siteRoutes();
  expect(routes.length).toBeGreaterThan(20);
  expect(routes.filter(({ schema, config }) => !schema || !config?.kind).map(named)).toEqual([]);
});

test('every route of the operations port has a schema', async () => {
  const routes = await operationRoutes();
  expect(routes.length).toBeGreaterThan(20);
  expect(routes.filter(({ schema }) => !schema).map(named)).toEqual([]);
});
