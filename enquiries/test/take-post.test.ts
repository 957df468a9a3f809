import { application, contact, subscribe } from '@voltframe/kit/testing/sample-forms';
import type { FormDeclaration } from '@voltframe/kit/contract/forms/form';
import { describe, expect, test } from 'vitest';
import { formPage } from '../src/take-post.ts';
import { buildTestApp, PAGES, post } from './test-app.ts';

/** A form without any special code in the gateway. */
const survey: FormDeclaration = {
  name: 'survey',
  version: 3,
  kind: 'enquiry',
  action: '/api/survey',
  page: '/surveys/:topic',
  minElapsedMs: 0,
  thanks: 'Noted.',
  fields: [
    {
      name: 'about',
      label: 'a survey',
      kind: 'slug',
      required: true,
      max: 40,
      parameter: 'topic',
      gone: 'It is over.',
    },
    { name: 'email', label: 'your address', kind: 'email', required: true, max: 254 },
  ],
};
const answers = { about: 'tea', email: 'ada@example.com' };
const page = PAGES['/contact']!.replaceAll('contact', 'survey');
const site = () => buildTestApp({ forms: [survey], pages: { '/surveys/tea': page } });
const plain = (values: Record<string, string>) => ({
  method: 'POST' as const,
  url: '/api/survey',
  headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
  payload: new URLSearchParams(values).toString(),
});

test('stores, thanks for and shows again a form by the declaration of its app', async () => {
  const { app, enquiries } = await site();
  const sent = await post(app, { ...answers, elapsedMs: 1 }, { url: '/api/survey' });
  expect(sent.json()).toEqual({ ok: true, message: 'Noted.' });
  expect(await enquiries.entries.list()).toMatchObject([{ form: 'survey', version: 3 }]);
  const thanked = await app.inject(plain({ ...answers, email: 'eve@example.com' }));
  expect([thanked.statusCode, thanked.headers.location]).toEqual([303, '/surveys/tea?sent=1']);
  const wrong = await app.inject(plain({ ...answers, email: 'ada' }));
  expect(wrong.statusCode).toBe(422);
  expect(wrong.body).toContain('value="ada" aria-invalid="true"');
});

test('refuses a form of a missing page with the text of its app', async () => {
  const { app } = await site();
  const payload = { ...answers, about: 'coffee', elapsedMs: 1 };
  const response = await post(app, payload, { url: '/api/survey' });
  expect(response.json()).toMatchObject({ code: 'FORM_INVALID', fields: { about: 'It is over.' } });
});

test.each(['GET', 'POST', 'PUT'] as const)('answers %s to an undeclared address with 404', async (method) => {
  const { app } = await site();
  for (const url of ['/subscribe/sent', '/api/contact', '/api/__proto__', '/api/constructor', '/api/'])
    expect((await app.inject({ method, url })).statusCode).toBe(404);
});

test('accepts a post of the previous version by its own fields', async () => {
  const newer = {
    ...application,
    version: 2,
    fields: application.fields.filter(({ kind }) => kind !== 'pdf'),
  };
  const { app, enquiries } = await buildTestApp({ forms: [newer, contact, application, subscribe] });
  const values = {
    name: 'Ada',
    email: 'ada@example.com',
    role: 'engineer',
    message: 'Hello.',
    consent: 'yes',
  };
  const apply = (contract: string) =>
    post(app, { ...values, contract, elapsedMs: 9_000 }, { url: '/api/applications' });
  expect((await apply('application@2')).statusCode).toBe(200);
  expect((await apply('application@1')).json().fields).toEqual({ cv: 'Attach your CV as a PDF.' });
  expect(await enquiries.entries.list()).toMatchObject([{ version: 2 }]);
});

test('accepts a post of the newer version after a rollback', async () => {
  const newer = { ...contact, version: 2, fields: contact.fields.filter(({ name }) => name !== 'topic') };
  const { app, enquiries } = await buildTestApp({ forms: [contact, newer] });
  const payload = {
    contract: 'contact@2',
    elapsedMs: 9_000,
    name: 'Ada',
    email: 'ada@example.com',
    message: 'Hello.',
    consent: 'yes',
  };
  expect((await post(app, payload)).statusCode).toBe(200);
  expect(await enquiries.entries.list()).toMatchObject([{ form: 'contact', version: 2 }]);
});

const [role, ...others] = application.fields.filter(({ kind }) => kind === 'slug' || kind === 'email');
const ofTeam = {
  ...application,
  page: '/careers/:team/:slug',
  fields: [role!, { ...role!, name: 'team', parameter: 'team' }, ...others],
};

describe('the page of a form', () => {
  test.each([
    ['has no parameter', contact, {}, '/contact'],
    ['has its parameter in a field', application, { role: 'engineer' }, '/careers/engineer'],
    ['has two parameters in fields', ofTeam, { role: 'engineer', team: 'web' }, '/careers/web/engineer'],
    ['has a missing parameter', application, {}, undefined],
    ['has a parameter with a relative path', application, { role: '../contact' }, undefined],
    ['has a parameter with a replacement pattern', application, { role: '$&' }, undefined],
    ['has a parameter over the limit of its field', application, { role: 'x'.repeat(81) }, undefined],
    ['has an object as parameter', application, { role: { toString: 'x' } }, undefined],
    ['can be any page', subscribe, { email: 'a@b.example' }, undefined],
  ])('resolves or not, if it %s', (_, form, values, path) => {
    expect(formPage(form, values)).toBe(path);
  });
});
