import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FormContract } from '@voltframe/kit/contract/forms/form-contract';
import { toPageError } from '@voltframe/kit/errors/page-error';
import { formErrors } from '@voltframe/kit/errors/form-errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { gatewayErrors } from '../../../platform/errors.ts';
import { isCrossSite } from '../cross-site.ts';
import { answerError, answerPost, logUnexpected, refusal } from '../form-answers.ts';
import type { Enquiries } from '../../../enquiries/enquiries.ts';
import { formHome } from '../../../enquiries/form-page.ts';
import { discardFiles, MAX_TEXT_BYTES, readPost, wantsJson } from '../../../enquiries/intake/form-post.ts';
import { takePost } from '../../../enquiries/intake/take-post.ts';
import { type EnquiryRouteDeps, registerSubscriptions } from './subscriptions.ts';

/** The forms' routes, in a scope of their own: their parsers, limits and error answers touch no other route. */
export function registerEnquiries(app: FastifyInstance, deps: EnquiryRouteDeps): void {
  void app.register(async (scope) => {
    await addParsers(scope);
    if (!scope.hasDecorator('createRateLimit'))
      await scope.register(rateLimit, { global: false, keyGenerator: byAddress });
    const limit = createLimits(scope, deps.enquiries);
    registerPosts(scope, deps, limit);
    registerSubscriptions(scope, deps);
  });
}

async function addParsers(scope: FastifyInstance): Promise<void> {
  // Only what forms are sent as: text/plain, which a foreign page may send unasked, is refused.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: MAX_TEXT_BYTES },
    scope.getDefaultJsonParser('error', 'error'),
  );
  await scope.register(formbody, { bodyLimit: MAX_TEXT_BYTES });
  await scope.register(multipart, { throwFileSizeLimit: false });
}

/** Which forms there are is the releases' affair, so one route takes the posts of all of them. */
function registerPosts(scope: FastifyInstance, deps: EnquiryRouteDeps, limit: Limit): void {
  const { enquiries } = deps;
  scope.route<FormRoute>({
    method: 'POST',
    url: '/api/:form',
    logLevel: 'warn',
    onRequest: async (request, reply) => {
      if (versionsAt(deps, request).length === 0) return reply.callNotFound();
      if (isCrossSite(request.headers, enquiries.config.site.url)) throw formErrors.CROSS_SITE();
    },
    preParsing: limit, // before the body is read
    handler: (request, reply) => handlePost(deps, request, reply),
    errorHandler: (error, request, reply) => void answerError(deps, error, request, reply),
  });
  // A visitor without JavaScript who opens the address of an answer again.
  scope.get<FormRoute>('/api/:form', { logLevel: 'warn' }, (request, reply) => {
    const [form] = versionsAt(deps, request);
    if (!form) throw gatewayErrors.NOT_FOUND();
    if (!wantsJson(request)) return reply.redirect(formHome(form), 303);
    const { status, code, message } = toPageError(formErrors.METHOD());
    return reply.code(status).header('allow', 'POST').send({ status, code, message });
  });
}

interface FormRoute {
  Params: { form: string };
}

function versionsAt({ forms }: EnquiryRouteDeps, { params }: FastifyRequest<FormRoute>): FormContract[] {
  return forms.at(`/api/${params.form}`);
}

/** A sender whose connection is gone has no address any more; whoever those are, they share one count. */
function byAddress({ ip }: { ip: string | undefined }): string {
  return normalizeIP(ip ?? '');
}

type Limit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

function createLimits(scope: FastifyInstance, enquiries: Enquiries): Limit {
  const { perAddressPer10Minutes, totalPerMinute } = enquiries.config.settings.limits;
  const perAddress = scope.createRateLimit({ max: perAddressPer10Minutes, timeWindow: 10 * 60_000 });
  const total = scope.createRateLimit({ max: totalPerMinute, timeWindow: 60_000, keyGenerator: () => 'all' });
  return async (request, reply) => {
    for (const limit of [perAddress, total]) {
      const result = await limit(request);
      if (!result.isAllowed && result.isExceeded) {
        reply.header('retry-after', String(result.ttlInSeconds));
        throw formErrors.LIMITED();
      }
    }
  };
}

async function handlePost(
  deps: EnquiryRouteDeps,
  request: FastifyRequest<FormRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { enquiries, page, wake } = deps;
  const versions = versionsAt(deps, request);
  const [form] = versions;
  if (!form) throw formErrors.CONTRACT_UNKNOWN(); // a deployment between the address and the body
  const fileFields = versions.flatMap(({ fields }) =>
    fields.filter((field) => field.kind === 'pdf').map(({ name }) => name),
  );
  const post = await readPost(request, fileFields, enquiries.uploads);
  try {
    const isPage = async (path: string) => (await page(path))?.status !== 404;
    const outcome = await takePost({ enquiries, versions, isPage }, post);
    if (outcome.ok) wake();
    else await discardFiles(post, enquiries.uploads);
    return await answerPost(deps, form, outcome, post, request, reply);
  } catch (error) {
    await discardFiles(post, enquiries.uploads).catch(() => {});
    logUnexpected(request, error);
    return answerPost(deps, form, refusal(formErrors.UNAVAILABLE()), post, request, reply);
  }
}
