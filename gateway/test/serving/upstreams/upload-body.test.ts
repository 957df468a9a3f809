import multipart from '@fastify/multipart';
import type { FileRule } from '@voltframe/kit/contract/file-types';
import Fastify, { type FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { maxUploadBytes, uploadBody } from '../../../src/serving/upstreams/upload-body.ts';

const PNG = '\x89PNG\r\n\x1a\n-and-more';
const rule: FileRule = { types: ['image/png', 'text/csv'], maxMB: 0.001 };

/** @returns what the backend gets, or the code and message of the error. */
async function pass(body: string | Readable): Promise<string> {
  const app = Fastify();
  await app.register(multipart, { throwFileSizeLimit: false });
  const handler = (request: FastifyRequest) =>
    text(Readable.from(uploadBody((limits) => request.parts({ limits }), rule, 'new')).setEncoding('latin1'));
  app.post('/', handler);
  app.setErrorHandler(({ code, message }: { code?: string; message?: string }, _, reply) =>
    reply.send(`${code}: ${message}`),
  );
  const headers = { 'content-type': 'multipart/form-data; boundary=old' };
  const payload = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
  return (await app.inject({ method: 'POST', url: '/', headers, payload })).body;
}

const part = (head: string, content: string): string =>
  `--old\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
const file = (filename: string, content: string, name = 'photo', type = 'text/html'): string =>
  part(`name="${name}"; filename="${filename}"\r\nContent-Type: ${type}`, content);
const form = (...parts: string[]): string => `${parts.join('')}--old--\r\n`;

test('writes fields and files anew, with the types that the content has', async () => {
  const sent = form(part('name="title"', 'Me'), file('a.png', PNG), file('b.CSV', 'a;b'), file('', ''));
  // The answer is UTF-8.
  expect(Buffer.from(await pass(sent), 'utf8').toString('utf8')).toBe(
    [
      '--new\r\ncontent-disposition: form-data; name="title"\r\n\r\nMe\r\n',
      `--new\r\ncontent-disposition: form-data; name="photo"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n${PNG}\r\n`,
      '--new\r\ncontent-disposition: form-data; name="photo"; filename="b.CSV"\r\ncontent-type: text/csv\r\n\r\na;b\r\n',
      '--new--\r\n',
    ].join(''),
  );
});

test('knows the type of a file that arrives byte by byte', async () => {
  const bytes = [...form(file('a.png', PNG))].map((one) => Buffer.from(one, 'latin1'));
  expect(await pass(Readable.from(bytes))).toContain(`content-type: image/png\r\n\r\n${PNG}\r\n--new--`);
});

test.each<[string, string, RegExp]>([
  ['a page with the name of a picture', file('a.png', '<script>'), /^PERSONAL_FILE: .*none of image\/png/],
  ['a picture with the name of a page', file('a.html', PNG), /^PERSONAL_FILE/],
  ['a picture of an undeclared type', file('a.gif', 'GIF89a', 'photo', 'image/png'), /^PERSONAL_FILE/],
  [
    'a file that is too large',
    file('a.png', PNG + 'x'.repeat(1_100)),
    /^PERSONAL_FILE: .*larger than 0.001 MB/,
  ],
  [
    'two files that are too large',
    file('a.png', PNG + 'x'.repeat(600)).repeat(2),
    /^PERSONAL_FILE: .*larger/,
  ],
  ['21 files', file('a.csv', '').repeat(21), /^PERSONAL_REQUEST/],
  ['101 fields', part('name="a"', '').repeat(101), /^PERSONAL_REQUEST/],
  ['a text of 70 kB', part('name="a"', 'x'.repeat(70_000)), /^PERSONAL_REQUEST/],
  ['texts of 70 kB', part('name="a"', 'x'.repeat(7_000)).repeat(10), /^PERSONAL_REQUEST/],
  ['a name of 201 characters', part(`name="${'x'.repeat(201)}"`, ''), /^PERSONAL_REQUEST/],
  ['a field that changes prototypes', part('name="__proto__"', 'x'), /^PERSONAL_REQUEST/],
])('refuses %s', async (_, parts, error) => {
  expect(await pass(form(parts))).toMatch(error);
});

test('refuses an upload without its end', async () => {
  expect(await pass(file('a.png', PNG))).toMatch(/^PERSONAL_REQUEST/);
});

test('a name with quotes and line breaks makes no other header', async () => {
  const name = 'a\\"\\r\\nx-evil: 1.csv';
  const passed = await pass(form(file(name, 'a', 'p%0D%0Ax\\"; filename=\\"evil.html')));
  expect(passed.match(/^[\w-]+:/gm)).toEqual(['content-disposition:', 'content-type:']);
  expect(passed).not.toContain('filename="evil.html"');
});

test('a request has little besides its files', () => {
  expect(maxUploadBytes({ maxMB: 1 })).toBe(1024 * 1024 + 128 * 1024);
});
