import {
  type Change,
  INVALIDATION,
  type RecordedAnswers,
} from '@voltframe/kit/contract/operations/operations';
import { MOST_RECORDED, type RecordedAnswer } from '@voltframe/kit/contract/release/recorded-answers';
import type { FastifyPluginAsyncZod, ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { gatewayErrors } from '../../platform/errors.ts';
import type { WholeResponse } from '../../serving/upstreams/whole-response.ts';
import { NO_BODY, OF_APP, operation } from '../operation.ts';
import type { OpsDeps } from '../operations-deps.ts';

/**
 * `POST /-/upstreams/{app}/invalidate?tags=…`, called by `mfe invalidate` and webhooks of backends; `GET …/answers`,
 * called by `mfe record`; `POST /-/upstreams/reload`, called by `mfe reload`.
 */
export const upstreamRoutes: FastifyPluginAsyncZod<Pick<OpsDeps, 'upstreams' | 'state' | 'now'>> = async (
  app,
  { upstreams, state, now },
) => {
  app.route({
    ...operation('answers'),
    schema: OF_APP,
    async handler({ params }): Promise<RecordedAnswers> {
      const answers = await upstreams.answersOf(params.app, MOST_RECORDED);
      return { answers: answers.map(recordedAnswer) };
    },
  });
  app.route({
    ...operation('reload'),
    schema: NO_BODY,
    async handler({ token: { name: actor } }): Promise<Change> {
      const note = `upstreams read anew: ${(await upstreams.reload()).join(', ') || 'none'}`;
      await state.addHistory({ at: now(), actor, action: 'configure', note });
      return { message: note };
    },
  });
  await app.register(async (webhooks) => {
    // Webhooks send bodies of any type. The body is not read.
    webhooks.removeAllContentTypeParsers();
    webhooks.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume();
      done(null);
    });
    webhooks.withTypeProvider<ZodTypeProvider>().route({
      ...operation('invalidate'),
      schema: {
        ...OF_APP,
        querystring: z.object({ tags: z.union([z.string(), z.array(z.string())]).default('') }),
      },
      async handler({ params: { app: named }, query, token: { name: actor } }): Promise<Change> {
        const tags = readTags(query.tags);
        const answers = await upstreams.invalidate(named, tags);
        const count = `${answers} ${answers === 1 ? 'answer' : 'answers'}`;
        const note = `${tags.join(', ')}: ${count}`;
        await state.addHistory({ at: now(), actor, action: 'invalidate', app: named, note });
        return { message: `${named}: ${count} with ${tags.join(' or ')}; each is asked for again` };
      },
    });
  });
};

function recordedAnswer({ request, status, headers, body }: WholeResponse): RecordedAnswer {
  const { upstream, path, query } = request;
  return { upstream, path, query, status, headers, text: body.toString('utf8') };
}

function readTags(query: string | string[]): string[] {
  const tags = [...new Set(String(query).split(','))];
  if (tags.length > INVALIDATION.tags || tags.some((tag) => !INVALIDATION.tag.test(tag)))
    throw gatewayErrors.BAD_REQUEST({
      reason: `tags are 1 to ${INVALIDATION.tags} names, joined by commas: ?tags=posts,home`,
    });
  return tags;
}
