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
  limits: { perAddressPer10Minutes: 2, totalPerMinute: 300 },
};
const docs = (title: string) =>
  remoteRelease({
    app: 'docs',
    routes: [{ id: 'docs.home', path: '/contact', query: ['sent'] }],
    forms: [contact],
    server: `module.exports = { pages: { 'docs.home': { Component: () => '<h1>${title}</h1>' } } };`,
  });
const post = ({ app }: TestGateway, url: string) =>
  app.inject({ method: 'POST', url, headers: { 'sec-fetch-site': 'same-origin' }, payload: { name: 'Ada' } });

test('a gateway with the enquiries takes posts, and limits them by network; one without answers 503 and admits no forms', async () => {
  const taking = enquiriesPackage(SETTINGS);
  const gateway = await startTestGateway(
    [shellRelease(), docs('Contact')],
    {},
    undefined,
    undefined,
    undefined,
    taking,
  );
  const statuses = [];
  for (let count = 0; count < 3; count += 1) statuses.push((await post(gateway, '/api/contact')).statusCode);
  expect(statuses).toEqual([422, 422, 429]);

  const without = await gateway.restart();
  const refused = await post(without, '/api/contact');
  expect([refused.statusCode, refused.json()]).toMatchObject([503, { code: 'FORM_NONE_TAKEN', fields: {} }]);
  expect((await post(without, '/api/other')).statusCode).toBe(404);
  const live = without.site.live()!.composition.id;
  await without.publish(docs('Write to us'));
  expect(without.site.live()!.composition.id).toBe(live);
});
