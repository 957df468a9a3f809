import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { IconList, PackageList } from '@voltframe/kit/contract/operations/operations';
import { opsErrors } from '@voltframe/kit/errors/ops-errors';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { bundledNames } from '../../serving/responses/icons.ts';
import { operation } from '../operation.ts';

/** The icons that apps may name; `mfe sync` generates types from them. */
export const iconNameRoutes: FastifyPluginAsyncZod = async (app) => {
  app.route({
    ...operation('icons'),
    schema: {},
    handler: async (): Promise<IconList> => ({ icons: await bundledNames() }),
  });
};

const TARBALL = /^voltframe-(kit|gateway)-\d{1,6}\.\d{1,6}\.\d{1,6}\.tgz$/;

export interface PackageRoutesOptions {
  /** The folder of the packages for download. */
  packagesDir: string;
}

/**
 * The packages of the kit and the gateway, for installation by address. Their names contain the version, so that
 * lockfiles stay valid.
 */
export const packageRoutes: FastifyPluginAsyncZod<PackageRoutesOptions> = async (app, { packagesDir }) => {
  app.route({
    ...operation('packages'),
    schema: {},
    handler: async (): Promise<PackageList> => ({ packages: await tarballsIn(packagesDir) }),
  });
  app.route({
    ...operation('package'),
    schema: { params: z.object({ file: z.string() }) },
    async handler({ params: { file } }, reply) {
      const there = await tarballsIn(packagesDir);
      // Only a name of the list becomes a path.
      if (!there.includes(file))
        throw opsErrors.PACKAGE_UNKNOWN({ file: file.slice(0, 60), there: there.join(', ') || 'none' });
      return reply.type('application/gzip').send(await readFile(path.join(packagesDir, file)));
    },
  });
};

/** @returns the names of the packages; none when the folder does not exist. */
async function tarballsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => TARBALL.test(name)).toSorted();
}
