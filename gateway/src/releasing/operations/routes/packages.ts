import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PackageList } from '@voltframe/kit/contract/operations/operations';
import { opsErrors } from '@voltframe/kit/errors/ops-errors';
import type { FastifyInstance } from 'fastify';
import { authorize } from '../authorize.ts';
import { type OpsDeps, routeOf } from '../operations-deps.ts';

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
