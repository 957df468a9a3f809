import { contact } from '@voltframe/kit/testing/sample-forms';
import { expect, test } from 'vitest';
import { enquiriesPackage } from '../src/open-enquiries.ts';
import { remoteRelease, shellRelease } from './fixtures/fixture-release.ts';
import { startTestGateway, type TestGateway } from './fixtures/test-gateway.ts';

const SETTINGS = {
  mail: undefined,
  webhook: undefined,
  secret: undefined,
  retentionDays: 365,
  filesBytes: Infinity,
  limits: { perAddressPer10Minutes: 3, totalPerMinute: 300 },
};
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

test('a gateway with enquiries accepts, limits and lists posts; without them it answers 503', async () => {
  const taking = enquiriesPackage(SETTINGS);
  const gateway = await startTestGateway(
    [shellRelease(), docs('Contact')],
    {},
    undefined,
    undefined,
    undefined,
    taking,
  );
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

  const without = await gateway.restart();
  const refused = await post(without, '/api/contact');
  expect([refused.statusCode, refused.json()]).toMatchObject([503, { code: 'FORM_NONE_TAKEN', fields: {} }]);
  expect((await post(without, '/api/other')).statusCode).toBe(404);
  const live = without.site.live()!.composition.id;
  await without.publish(docs('Write to us'));
  expect(without.site.live()!.composition.id).toBe(live);
});
