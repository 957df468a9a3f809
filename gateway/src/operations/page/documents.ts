import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { GATEWAY_VERSION } from '../../platform/version.ts';
import type { OpsDeps } from '../operations-deps.ts';
import { failurePage } from './confirm-page.ts';
import { Html, html } from './html.ts';
import { sendPage } from './send-page.ts';

/** Name of a document, the same as in `mfe docs`. */
const NAME = /^[a-z]{1,20}$/;

/**
 * The documents of this version, which `npm run pack` writes beside the packages. They need no token.
 * @param packagesDir trusted, because its packages are installed and run
 */
export const documentRoutes: FastifyPluginAsyncZod<Pick<OpsDeps, 'packagesDir'>> = async (
  app,
  { packagesDir },
) => {
  const read = (page: string): Promise<string> =>
    readFile(path.join(packagesDir, 'docs', GATEWAY_VERSION, `${page}.html`), 'utf8').catch(() => '');
  const show = async (reply: FastifyReply, page: string): Promise<FastifyReply> => {
    const text = NAME.test(page) && (await read(page));
    if (!text) {
      const message = `There is no document ${page.slice(0, 20)} of version ${GATEWAY_VERSION} here`;
      const fix = 'Take one of /-/docs; where there are none, an operator makes them with npm run pack.';
      return sendPage(reply, 404, { title: 'Error', body: failurePage(message, fix) });
    }
    const end = text.indexOf('\n');
    const body = html`<article class="document">${new Html(text.slice(end + 1))}</article>`;
    return sendPage(reply, 200, { title: text.slice(0, end), body });
  };
  app.get('/-/docs', { schema: {} }, (_, reply) => show(reply, 'index'));
  const params = z.object({ page: z.string() });
  app.get('/-/docs/:page', { schema: { params } }, (request, reply) => show(reply, request.params.page));
};
