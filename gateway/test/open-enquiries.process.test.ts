import { contact } from '@voltframe/kit/testing/sample-forms';
import { expect, test } from 'vitest';
import { remoteRelease, shellRelease } from './fixtures/fixture-release.ts';
import { startTestGateway, type TestGateway } from './fixtures/test-gateway.ts';

const docs = (title: string) =>
  remoteRelease({
    app: 'docs',
    routes: [{ id: 'docs.home', path: '/contact', query: ['sent'] }],
    forms: [contact],
    server: `module.exports = { pages: { 'docs.home': { Component: () => '<h1>${title}</h1>' } } };`,
  });
const post = ({ app }: TestGateway, url: string, payload: object = { name: 'Ada' }) =>
  app.inject({ method: 'POST', url, headers: { 'sec-fetch-site': 'same-origin' }, payload });

const ENTRY = { name: 'Ada', email: 'ada@example.com', message: 'Hello', consent: 'yes', elapsedMs: 5_000 };

test('a gateway accepts and limits posts of forms, and lists them for the team of their app', async () => {
  const gateway = await startTestGateway([shellRelease(), docs('Contact')], {
    ENQUIRY_LIMIT_PER_ADDRESS: '3',
  });
  const entry = { ...ENTRY, topic: contact.fields.find(({ name }) => name === 'topic')!.options![0]!.value };
  const taken = await post(gateway, '/api/contact', entry);
  expect([taken.statusCode, taken.json()]).toMatchObject([200, { ok: true }]);
  const statuses = [];
  for (let count = 0; count < 3; count += 1) statuses.push((await post(gateway, '/api/contact')).statusCode);
  expect(statuses).toEqual([422, 422, 429]);
  const { ops, tokens } = gateway;
  const inbox = async (token: string, query = '') => {
    const authorization = `Bearer ${token}`;
    const response = await ops.inject({ url: `/-/entries/docs${query}`, headers: { authorization } });
    return [response.statusCode, response.json()];
  };
  const tokenOf = async (role: 'team' | 'read', app: string | null) =>
    (await tokens.create({ role, app, name: 'CI', expiresAt: null })).token;
  const own = await tokenOf('team', 'docs');
  const listed = [200, { entries: [{ contract: 'contact@1', values: { email: 'ada@example.com' } }] }];
  expect(await inbox(own)).toMatchObject(listed);
  expect(await inbox(await tokenOf('read', 'docs'))).toMatchObject(listed);
  for (const other of [
    await tokenOf('team', 'news'),
    await tokenOf('read', 'news'),
    await tokenOf('read', null),
  ])
    expect(await inbox(other)).toMatchObject([403, { code: 'GW_TOKEN_RIGHT' }]);
  for (const query of ['?limit=101', '?limit=0', '?before=1', "?before=1.'", `?before=${'9'.repeat(99)}.a`])
    expect(await inbox(own, query)).toMatchObject([400, { code: 'GW_BAD_REQUEST' }]);
  expect(await inbox(own, '?before=0.a')).toEqual([200, { entries: [] }]);

  expect((await post(gateway, '/api/other')).statusCode).toBe(404);
});
