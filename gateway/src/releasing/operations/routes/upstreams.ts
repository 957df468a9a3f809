import {
  type Change,
  INVALIDATION,
  type RecordedAnswers,
} from '@voltframe/kit/contract/operations/operations';
import { MOST_RECORDED, type RecordedAnswer } from '@voltframe/kit/contract/release/recorded-answers';
import type { FastifyInstance } from 'fastify';
import { gatewayErrors } from '../../../platform/errors.ts';
import { authorize } from '../authorize.ts';
import type { HeldAnswer } from '../../../serving/upstreams/held/held-answer.ts';
import { type OpsDeps, routeOf } from '../operations-deps.ts';

/**
 * `POST /-/upstreams/{app}/invalidate?tags=…`: what `mfe invalidate` and the webhooks of backends call. `GET …/answers`: what `mfe
 * record` keeps.
 */
export function registerUpstreams(
  app: FastifyInstance,
  { upstreams, state, tokens, now }: Pick<OpsDeps, 'upstreams' | 'state' | 'tokens' | 'now'>,
): void {
  app.route<{ Params: { app: string } }>({
    ...routeOf('answers'),
    async handler(request): Promise<RecordedAnswers> {
      await authorize(request, 'answers', [request.params.app], tokens);
      const answers = upstreams.answersOf(request.params.app).slice(0, MOST_RECORDED);
      return { answers: answers.map(recordedAnswer) };
    },
  });
  void app.register(async (scope) => {
    // Webhooks send what they like, and in what form they like.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume();
      done(null);
    });
    scope.route<{ Params: { app: string }; Querystring: { tags?: string | string[] } }>({
      ...routeOf('invalidate'),
      async handler(request): Promise<Change> {
        const named = request.params.app;
        const { name: actor } = await authorize(request, 'invalidate', [named], tokens);
        const tags = readTags(request.query.tags);
        const answers = await upstreams.invalidate(named, tags);
        const count = `${answers} ${answers === 1 ? 'answer' : 'answers'}`;
        const note = `${tags.join(', ')}: ${count}`;
        await state.addHistory({
          at: now(),
          actor,
          action: 'invalidate',
          app: named,
          from: null,
          to: null,
          note,
        });
        return { message: `${named}: ${count} with ${tags.join(' or ')}; each is asked for again` };
      },
    });
  });
}

function recordedAnswer({ request, status, headers, body }: HeldAnswer): RecordedAnswer {
  const { upstream, path, query } = request;
  return { upstream, path, query, status, headers, text: body.toString('utf8') };
}

function readTags(query: string | string[] | undefined): string[] {
  const tags = [...new Set(String(query ?? '').split(','))];
  if (tags.length > INVALIDATION.tags || tags.some((tag) => !INVALIDATION.tag.test(tag)))
    throw gatewayErrors.BAD_REQUEST({
      reason: `tags are 1 to ${INVALIDATION.tags} names, joined by commas: ?tags=posts,home`,
    });
  return tags;
}
