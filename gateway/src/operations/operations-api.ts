import { PACK_TYPE } from '@voltframe/kit/contract/operations/operations';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { authorizeCalls } from './operation.ts';
import type { OpsDeps } from './operations-deps.ts';
import { keyRoutes, tokenRoutes } from './routes/access.ts';
import { changeRoutes } from './routes/changes.ts';
import { entryRoutes, errorRoutes, metricRoutes } from './routes/observed.ts';
import { iconNameRoutes, packageRoutes } from './routes/packages.ts';
import { publishRoutes } from './routes/publish.ts';
import { readingRoutes } from './routes/reading.ts';
import { upstreamRoutes } from './routes/upstreams.ts';

/** The calls of contract/operations/operations.ts. */
export const operationsApi: FastifyPluginAsyncZod<OpsDeps> = async (app, deps) => {
  const {
    state,
    tokens,
    keys,
    site,
    intake,
    changes,
    previews,
    upstreams,
    database,
    fleet,
    disk,
    errors,
    now,
  } = deps;
  // A pack is streamed.
  app.addContentTypeParser(PACK_TYPE, (_request, payload, done) => done(null, payload));
  authorizeCalls(app, tokens);
  await app.register(publishRoutes, { intake, changes, state, now });
  await app.register(changeRoutes, { changes, previews, tokens });
  await app.register(readingRoutes, {
    status: { site, state, database, fleet, previews, disk, errors, upstreams, now },
    blobs: deps.blobs,
  });
  await app.register(errorRoutes, { errors });
  await app.register(upstreamRoutes, { upstreams, state, now });
  await app.register(entryRoutes, { entries: deps.entries });
  await app.register(tokenRoutes, { tokens, state, site, now });
  await app.register(keyRoutes, { keys, state, now });
  await app.register(packageRoutes, { packagesDir: deps.packagesDir });
  await app.register(iconNameRoutes);
  await app.register(metricRoutes, { telemetry: deps.telemetry });
};
