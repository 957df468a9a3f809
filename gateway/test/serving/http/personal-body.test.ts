import type { PersonalExchange } from '@voltframe/kit/contract/release/personal';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { assertBody, formPage, isPageForm, readBody } from '../../../src/serving/http/personal-body.ts';

const FORM = 'application/x-www-form-urlencoded';
const request = (type: string, headers: Record<string, string> = {}, body = '') =>
  ({
    method: 'POST',
    headers: { 'content-type': type, ...headers },
    body: Buffer.from(body),
    errors: 'json-unless-html',
    isMultipart: () => false,
  }) as unknown as FastifyRequest;
const files: PersonalExchange['body'] = { types: ['image/png'], maxMB: 1 };

test.each<[string, string, PersonalExchange['body'], boolean]>([
  ['JSON', 'application/json; charset=utf-8', undefined, true],
  ['JSON where a form may post, too', 'APPLICATION/JSON', 'form', true],
  ['a form', FORM, 'form', true],
  ['a form where none is declared', FORM, undefined, false],
  ['a form where files are declared', FORM, files, false],
  ['files', 'multipart/form-data; boundary=a', files, true],
  ['files where a form is declared', 'multipart/form-data; boundary=a', 'form', false],
  ['text', 'text/plain', 'form', false],
  ['no type', '', 'form', false],
])('%s of the type %s for the declaration %j is allowed: %j', (_, type, body, isAllowed) => {
  const check = () => assertBody(request(type), { path: '/', ...(body && { body }) });
  if (isAllowed) expect(check).not.toThrow();
  else expect(check).toThrow(/not accepted/);
});

test('refuses files by the length of the request', () => {
  const sent = request('multipart/form-data; boundary=a', { 'content-length': '1300000' });
  expect(() => assertBody(sent, { path: '/', body: files })).toThrow('larger than 1 MB');
});

test('writes the fields of a form anew', async () => {
  const body = await readBody(request(FORM, {}, 'a=1&a=%41&b&=c&\u00e9=%ff'), { path: '/', body: 'form' });
  expect(body).toEqual({ type: FORM, content: Buffer.from('a=1&a=A&b=&=c&%C3%A9=%EF%BF%BD') });
});

test('the browser shows the answer to a form, unless a script asks for JSON', () => {
  expect(isPageForm(request(FORM, { accept: 'text/html,*/*' }))).toBe(true);
  expect(isPageForm(request(FORM, { accept: '*/*' }))).toBe(false);
  expect(isPageForm(request('application/json', { accept: 'text/html' }))).toBe(false);
});

test.each([
  ['https://site.example/sign-in?a=1#b', '/sign-in?a=1'],
  ['https://site.example', '/'],
  ['https://site.example//evil.example', '/'],
  ['not an address', '/'],
  [undefined, '/'],
])('the page of a form from %s is %s', (referer, page) => {
  expect(formPage({ headers: { referer } })).toBe(page);
});
