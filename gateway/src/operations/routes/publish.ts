import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import {
  type Ahead,
  type IconList,
  type LastLine,
  LINES_TYPE,
  type PackageList,
  type WaitingLine,
} from '@voltframe/kit/contract/operations/operations';
import type { Verdict } from '@voltframe/kit/contract/operations/verdict';
import { APP_NAME, PREVIEW_NAME } from '@voltframe/kit/contract/names';
import { opsErrors } from '@voltframe/kit/errors/ops-errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { gatewayErrors } from '../../platform/errors.ts';
import { every } from '../../platform/runtime/timers.ts';
import { bundledNames } from '../../serving/responses/icons.ts';
import { type Arrival, createIncomingPacks } from '../../releasing/releases/incoming-packs.ts';
import { operation, operationError } from '../operation.ts';
import type { OpsDeps } from '../operations-deps.ts';
import { statusOf } from './changes.ts';

const publishQuery = z.object({
  check: z.string().optional(),
  preview: z.string().optional(),
  name: z.string().regex(PREVIEW_NAME, 'is not a name of a preview: pr-12').optional(),
});

/** `PUT /-/releases/:apps`: one or several releases as one. */
export const publishRoutes: FastifyPluginAsyncZod<
  Pick<OpsDeps, 'intake' | 'changes' | 'state' | 'now'>
> = async (app, { intake, changes, state, now }) => {
  const packs = createIncomingPacks({ now, every });
  app.route({
    ...operation('publish'),
    schema: { params: z.object({ apps: z.string() }), querystring: publishQuery },
    async handler(request, reply) {
      const { token, body } = request;
      const { check, preview, name } = request.query;
      const apps = request.params.apps.split(',');
      if (!apps.every((one) => APP_NAME.test(one)) || new Set(apps).size < apps.length)
        throw gatewayErrors.BAD_REQUEST({ reason: 'the apps are not distinct names' });
      if (!(body instanceof Readable))
        throw Object.assign(gatewayErrors.BAD_REQUEST({ reason: 'the body is not a pack' }), { status: 415 });
      if (check === '1' && preview === '1') throw opsErrors.CHECK_OR_PREVIEW();
      const purpose = check === '1' ? 'check' : preview === '1' ? 'preview' : 'publish';
      // A preview stores its identity after its admission.
      const taken = await packs.receive(apps, arrivalOf(request), () =>
        intake.unpack(body, apps, purpose === 'publish'),
      );
      const decide = async (onWaiting?: (ahead: Ahead) => void): Promise<Verdict> => {
        const verdict = await changes[purpose](taken.releases, token.name, {
          token: token.id,
          onWaiting,
          name,
        });
        if (purpose === 'preview')
          for (const { app: named, digest } of verdict.releases) {
            const identity = taken.identities.get(named);
            if (identity) await state.setIdentity(named, digest, identity);
          }
        return verdict;
      };
      if (request.headers.accept?.includes(LINES_TYPE)) return answerInLines(request, reply, decide);
      const verdict = await decide();
      return reply.code(statusOf(verdict)).send(verdict);
    },
  });
};

function arrivalOf({ raw }: FastifyRequest): Arrival {
  return {
    bytes: () => raw.socket.bytesRead,
    isAwaited: () => !raw.complete && raw.readableLength === 0,
  };
}

/** Answers with one line for each message about the wait, and one for the result. */
function answerInLines(
  request: FastifyRequest,
  reply: FastifyReply,
  decide: (onWaiting: (ahead: Ahead) => void) => Promise<Verdict>,
): FastifyReply {
  const lines = new PassThrough();
  const write = (line: WaitingLine | LastLine): void => void lines.write(`${JSON.stringify(line)}\n`);
  void decide((waiting) => write({ waiting }))
    .then(
      (verdict) => write({ status: statusOf(verdict), verdict }),
      (thrown: Error) => {
        const error = operationError(thrown);
        if (error.status >= 500) request.log.error(thrown);
        write({ status: error.status, error });
      },
    )
    .finally(() => lines.end());
  return reply.type(LINES_TYPE).send(lines);
}

/** The icons that apps may name; `mfe sync` generates types from them. */
export const iconNameRoutes: FastifyPluginAsyncZod = async (app) => {
  app.route({
    ...operation('icons'),
    schema: {},
    handler: async (): Promise<IconList> => ({ icons: await bundledNames() }),
  });
};

const TARBALL = /^voltframe-(kit|gateway)-\d{1,6}\.\d{1,6}\.\d{1,6}\.tgz$/;

/**
 * The packages of the kit and the gateway, for installation by address. Their names contain the version, so that
 * lockfiles stay valid.
 */
export const packageRoutes: FastifyPluginAsyncZod<Pick<OpsDeps, 'packagesDir'>> = async (
  app,
  { packagesDir },
) => {
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
