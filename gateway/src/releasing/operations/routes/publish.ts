import type { Readable } from 'node:stream';
import { APP_NAME } from '@voltframe/kit/contract/release/release';
import { opsErrors } from '@voltframe/kit/errors/ops-errors';
import type { FastifyInstance } from 'fastify';
import { gatewayErrors } from '../../../platform/errors.ts';
import { authorize } from '../authorize.ts';
import { type OpsDeps, routeOf } from '../operations-deps.ts';
import { statusOf } from './changes.ts';
import type { IconList, PackageList } from '@voltframe/kit/contract/operations/operations';
import { bundledNames } from '../../../serving/responses/icon-collections.ts';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

interface PublishRequest {
  Params: { apps: string };
  Querystring: { check?: string; preview?: string };
}

/** `PUT /-/releases/:apps`: one or several releases as one. The token is looked at before the body. */
export function registerPublish(app: FastifyInstance, deps: OpsDeps): void {
  const { tokens, intake, changes, state } = deps;
  app.route<PublishRequest>({
    ...routeOf('publish'),
    async onRequest(request) {
      await authorize(request, 'publish', request.params.apps.split(','), tokens);
    },
    async handler(request, reply) {
      const apps = request.params.apps.split(',');
      const actor = (await authorize(request, 'publish', apps, tokens)).name;
      if (!apps.every((name) => APP_NAME.test(name)) || new Set(apps).size < apps.length)
        throw gatewayErrors.BAD_REQUEST({ reason: 'the apps are not distinct names' });
      if (typeof (request.body as Readable | undefined)?.pipe !== 'function')
        throw Object.assign(gatewayErrors.BAD_REQUEST({ reason: 'the body is not a pack' }), { status: 415 });
      const { check, preview } = request.query;
      if (check === '1' && preview === '1') throw opsErrors.CHECK_OR_PREVIEW();
      const purpose = check === '1' ? 'check' : preview === '1' ? 'preview' : 'publish';
      // A preview remembers what it keeps by itself, once it is admitted.
      const taken = await intake.unpack(request.body as Readable, apps, purpose === 'publish');
      try {
        const verdict = await changes[purpose](taken.releases, actor);
        if (purpose === 'preview')
          for (const { app: name, digest } of verdict.releases) {
            const identity = taken.identities.get(name);
            if (identity) await state.setIdentity(name, digest, identity);
          }
        return await reply.code(statusOf(verdict)).send(verdict);
      } finally {
        taken.done();
      }
    },
  });
}

/** Which icons apps may name: types are made of them (`mfe sync`). */
export function registerIconNames(app: FastifyInstance, { tokens }: Pick<OpsDeps, 'tokens'>): void {
  app.route({
    ...routeOf('icons'),
    async handler(request): Promise<IconList> {
      await authorize(request, 'icons', [], tokens);
      return { icons: await bundledNames() };
    },
  });
}

const TARBALL = /^voltframe-(kit|gateway)-\d{1,6}\.\d{1,6}\.\d{1,6}\.tgz$/;

/** The kit and the gateway as packages, to be installed by their addresses: names with versions, so that lockfiles hold. */
export function registerPackages(
  app: FastifyInstance,
  { packagesDir, tokens }: Pick<OpsDeps, 'packagesDir' | 'tokens'>,
): void {
  app.route({
    ...routeOf('packages'),
    async handler(request): Promise<PackageList> {
      await authorize(request, 'packages', [], tokens);
      return { packages: await tarballsIn(packagesDir) };
    },
  });
  app.route<{ Params: { file: string } }>({
    ...routeOf('package'),
    async handler(request, reply) {
      await authorize(request, 'package', [], tokens);
      const { file } = request.params;
      const there = await tarballsIn(packagesDir);
      // What is not in the list is never a path.
      if (!there.includes(file))
        throw opsErrors.PACKAGE_UNKNOWN({ file: file.slice(0, 60), there: there.join(', ') || 'none' });
      return reply.type('application/gzip').send(await readFile(path.join(packagesDir, file)));
    },
  });
}

/** @returns none where nobody packed any. */
async function tarballsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => TARBALL.test(name)).toSorted();
}
