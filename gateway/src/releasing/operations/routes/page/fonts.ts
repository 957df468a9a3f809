import type { FastifyInstance } from 'fastify';
import { gatewayErrors } from '../../../../platform/errors.ts';
import type { OpsDeps } from '../../operations-deps.ts';
import { FONTS } from '../../page/styles/styles.ts';

/**
 * The fonts of the site, out of the live release of its shell: the page has none of its own. Where that has other ones, the
 * browser's stand in. They are on every page of the site, so nobody is asked for a session.
 */
export function registerFonts(app: FastifyInstance, { site, blobs }: Pick<OpsDeps, 'site' | 'blobs'>): void {
  app.get<{ Params: { name: string } }>(`${FONTS}:name`, async (request, reply) => {
    const file = fontFile(site.live()?.releases['shell'], request.params.name);
    const bytes = file && (await blobs.get(file.sha256));
    if (!bytes) throw gatewayErrors.NOT_FOUND();
    return reply.headers(FONT_HEADERS).type('font/woff2').send(bytes);
  });
}

const FONT_HEADERS = {
  'cache-control': 'private, max-age=3600',
  'cross-origin-resource-policy': 'same-origin',
};

type Shell = Pick<NonNullable<ReturnType<OpsDeps['site']['live']>>['releases'][string], 'client' | 'files'>;

/** @param name as the stylesheet asks for it: `archivo.woff2`, which a release names `client/archivo.{hash}.woff2`. */
export function fontFile(shell: Shell | undefined, name: string): Shell['files'][string] | undefined {
  const own = shell?.client?.fonts?.find(
    (font) => font.replace(/^.*\/([\w-]+)\.\w+\.woff2$/, '$1.woff2') === name,
  );
  return own === undefined ? undefined : shell?.files[own];
}
