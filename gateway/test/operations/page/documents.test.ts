import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { GATEWAY_VERSION } from '../../../src/platform/version.ts';
import { fastifyOptions } from '../../../src/serving/http/fastify-options.ts';
import { documentRoutes } from '../../../src/operations/page/documents.ts';
import { testFolder } from '../../fixtures/test-database.ts';

async function get(address: string) {
  const packagesDir = testFolder();
  const folder = path.join(packagesDir, 'docs', GATEWAY_VERSION);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'index.html'), 'Documents\n<h1>Documents</h1>\n');
  writeFileSync(path.join(folder, 'forms.html'), "A team's <forms>\n<h1>Forms</h1>\n<p>Text</p>\n");
  writeFileSync(path.join(packagesDir, 'secret.html'), 'Secret\nsecret');
  const app = Fastify(fastifyOptions());
  void app.register(documentRoutes, { packagesDir });
  return app.inject(address);
}

test.each([
  ['/-/docs', '<h1>Documents</h1>'],
  ['/-/docs/forms', '<h1>Forms</h1>\n<p>Text</p>'],
])('%s is a document of the gateway’s version, without a token and without a script', async (url, text) => {
  const { statusCode, body, headers } = await get(url);
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(body).toContain(`<article class="document">${text}`);
  expect(body).not.toContain('<script');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self';/);
});

test('the title is escaped', async () => {
  expect((await get('/-/docs/forms')).body).toContain(
    '<title>A team&#39;s &lt;forms&gt; · Operations</title>',
  );
});

test.each(['nothing', '..%2F..%2Fsecret', 'forms.html', 'FORMS', 'a'.repeat(90), '%00'])(
  'the document %s is answered 404, and no other file is read',
  async (name) => {
    const { statusCode, body } = await get(`/-/docs/${name}`);
    expect(statusCode).toBe(404);
    expect(body).not.toContain('secret<');
  },
);
