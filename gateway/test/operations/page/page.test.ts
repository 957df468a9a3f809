import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { registerFonts } from '../../../src/operations/page/page.ts';

const shell = {
  client: { fonts: ['client/archivo.379a771a41.woff2'] },
  files: { 'client/archivo.379a771a41.woff2': { sha256: 'ab', bytes: 4 } },
};

async function get(name: string, live: object | undefined) {
  const app = Fastify();
  const blobs = { get: async (sha256: string) => (sha256 === 'ab' ? Buffer.from('font') : undefined) };
  registerFonts(app, { site: { live: () => live } as never, blobs: blobs as never });
  const { statusCode, headers, body } = await app.inject(`/-/fonts/${name}`);
  return { statusCode, type: headers['content-type'], body };
}

test('a font of the live shell is answered under its name without a hash', async () => {
  expect(await get('archivo.woff2', { releases: { shell } })).toEqual({
    statusCode: 200,
    type: 'font/woff2',
    body: 'font',
  });
});

test.each([
  ['serif.woff2', { releases: { shell } }],
  ['archivo.379a771a41.woff2', { releases: { shell } }],
  ['archivo.woff2', { releases: { shell: { files: {} } } }],
  ['archivo.woff2', { releases: {} }],
  ['archivo.woff2', undefined],
])('%s of %j is answered 404', async (name, live) => {
  expect((await get(name, live)).statusCode).toBe(404);
});
