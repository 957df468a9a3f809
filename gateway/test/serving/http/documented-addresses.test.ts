import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { parseConfig } from '../../../src/platform/settings/config.ts';
import { buildPublicApp } from '../../../src/serving/http/app.ts';
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
  const lines = [...text.matchAll(/^- `(GET|POST|PUT|DELETE) ([^`]+)`/gm)];
  return lines.map(([, method, address]) => `${method} ${address!.replaceAll(/\{\w+\}/g, '{}')}`);
}

const opened: FastifyInstance[] = [];
afterAll(() => Promise.all(opened.map((app) => app.close())));

/** @returns the same for each registered route; GET implies HEAD. */
async function registered(build: () => FastifyInstance): Promise<string[]> {
  const routes: string[] = [];
  const onOpened = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url }: RouteOptions) => {
      const address = url.replaceAll(/:\w+|\*/g, '{}');
      for (const each of [method].flat()) if (each !== 'HEAD') routes.push(`${each} ${address}`);
    });
  };
  subscribe('fastify.initialization', onOpened);
  const app = build();
  unsubscribe('fastify.initialization', onOpened);
  opened.push(app);
  await app.ready();
  return [...new Set(routes)];
}

describe('docs/http.md', () => {
  test('lists exactly the addresses of the site', async () => {
    const parsed = parseConfig({ RELEASES: 'none' });
    if (!parsed.ok) throw new Error('the defaults are valid');
    const routes = await registered(() =>
      buildPublicApp({
        config: parsed.settings,
        site: anything,
        pages: anything,
        blobs: { place: undefined } as never,
        differences: anything,
        openPreview: anything,
        upstreams: anything,
        reports: anything,
        renderingLimit: anything,
        disk: anything,
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
    expect(
      documented(site.split('## ')[0]!)
        .filter((line) => !line.endsWith('_payload.json'))
        .toSorted(),
    ).toEqual(routes.toSorted());
  });

  test('lists exactly the addresses of the operations port', async () => {
    const routes = await registered(() =>
      buildOpsApp({ ...(anything as object), tokens: anything, logger, now: Date.now } as never),
    );
    expect(documented(operations.split('## ')[0]!).toSorted()).toEqual(routes.toSorted());
  });
});
