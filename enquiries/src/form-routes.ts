import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import { isFileField } from '@voltframe/kit/contract/forms/form';
import { formErrors } from '@voltframe/kit/errors/form-errors';
import { toPageError } from '@voltframe/kit/errors/page-error';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Enquiries } from './enquiries.ts';
import { answerError, answerPost, formHome, logUnexpected, type RouteDeps } from './form-answers.ts';
import { discardFiles, MAX_TEXT_BYTES, readPost, wantsJson } from './form-post.ts';
import { createPageEditor } from './page-editor.ts';
import type { RoutePorts, TakenForm } from './ports.ts';
import { registerSubscriptions } from './subscription-routes.ts';
import { refused, takePost } from './take-post.ts';

/**
 * @returns the routes of the forms, a Fastify plugin: its parsers, limits and error answers apply to no other route.
 */
export function formRoutes(enquiries: Enquiries, ports: RoutePorts): FastifyPluginAsync {
  return async (scope) => {
    await addFormParsers(scope);
    const editor = createPageEditor(ports.thread);
    scope.addHook('onClose', () => editor.end());
    registerPosts(scope, { enquiries, ports, editor });
    registerSubscriptions(scope, { enquiries, ports, editor });
  };
}

/** Reads bodies of the types that forms are sent as, up to `MAX_TEXT_BYTES` of text. */
export async function addFormParsers(scope: FastifyInstance): Promise<void> {
  // Only the types that forms are sent as: text/plain, which a page of another site may send unasked, is refused.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: MAX_TEXT_BYTES },
    scope.getDefaultJsonParser('error', 'error'),
  );
  await scope.register(formbody, { bodyLimit: MAX_TEXT_BYTES });
  await scope.register(multipart, { throwFileSizeLimit: false });
}

interface FormRoute {
  Params: { form: string };
}

/** Releases declare the forms, so one route takes the posts of all of them. */
function registerPosts(scope: FastifyInstance, deps: RouteDeps): void {
  const { ports, enquiries } = deps;
  const { perAddressPer10Minutes, totalPerMinute } = enquiries.settings.limits;
  const perAddress = ports.limit({ most: perAddressPer10Minutes, windowMs: 600_000 });
  const total = ports.limit({ most: totalPerMinute, windowMs: 60_000, together: true });
  const versionsAt = ({ params }: FastifyRequest<FormRoute>) => ports.formsAt(`/api/${params.form}`);
  scope.route<FormRoute>({
    method: 'POST',
    url: '/api/:form',
    // The declaration of a form is the schema of its posts.
    schema: {},
    onRequest: async (request, reply) => {
      if (versionsAt(request).length === 0) return reply.callNotFound();
      if (ports.isCrossSite(request)) throw formErrors.CROSS_SITE();
      // Before the body is read.
      const waitMs = perAddress(request) ?? total(request);
      if (waitMs === undefined) return;
      reply.header('retry-after', Math.ceil(waitMs / 1000));
      throw formErrors.LIMITED();
    },
    handler: (request, reply) => handlePost(deps, versionsAt(request), request, reply),
    errorHandler: (error, request, reply) => void answerError(deps, error, request, reply),
  });
  // A visitor without JavaScript who opens the address of an answer again.
  scope.get<FormRoute>('/api/:form', { schema: {} }, (request, reply) => {
    const [form] = versionsAt(request);
    if (!form) return reply.callNotFound();
    if (!wantsJson(request)) return reply.redirect(formHome(form), 303);
    const { status, code, message } = toPageError(formErrors.METHOD());
    return reply.code(status).header('allow', 'POST').send({ status, code, message });
  });
}

async function handlePost(
  deps: RouteDeps,
  versions: readonly TakenForm[],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { enquiries, ports } = deps;
  const [form] = versions;
  if (!form) throw formErrors.CONTRACT_UNKNOWN(); // a deploy came between the headers and the body
  const fileFields = versions.flatMap(({ fields }) => fields.filter(isFileField).map(({ name }) => name));
  const post = await readPost(request, fileFields, enquiries.uploads);
  try {
    if (post.fileError !== undefined) throw post.fileError;
    const isPage = async (path: string) => (await ports.page(path, request.ip))?.status !== 404;
    const outcome = await takePost({ enquiries, versions, isPage }, post);
    if (outcome.ok) enquiries.wake();
    else await discardFiles(post, enquiries.uploads);
    return await answerPost(deps, form, outcome, post, request, reply);
  } catch (error) {
    await discardFiles(post, enquiries.uploads).catch(() => {});
    logUnexpected(request, error);
    return answerPost(deps, form, refused(formErrors.UNAVAILABLE()), post, request, reply);
  }
}
