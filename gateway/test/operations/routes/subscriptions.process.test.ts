import { expect, test } from 'vitest';
import { version } from '../../fixtures/fixture-release.ts';
import { setUpOps } from '../operations-setup.ts';

test('a team subscribes with its own token for its own app only, and sees the secret once', async () => {
  const setup = await setUpOps([version('one'), version('first', 'news')], {
    EVENT_RECEIVERS: 'hooks.example.com',
  });
  const { call, team } = setup;
  const body = { webhook: 'https://hooks.example.com/docs?key=x', events: ['activated'] };
  expect((await call('POST', '/-/events/news', team, body)).status).toBe(403);
  const created = await call('POST', '/-/events/docs', team, body);
  expect(created).toMatchObject({ status: 201, body: { secret: expect.stringMatching(/^whsec_/) } });
  for (const wrong of [
    { webhook: 'https://evil.example/' },
    { ...body, webhook: 'https://a:b@hooks.example.com/' },
    { ...body, events: ['frozen'] },
    { ...body, events: [] },
    { ...body, mail: 'a@example.com' },
    { webhook: 'ftp://hooks.example.com' },
    {},
  ])
    expect([wrong, (await call('POST', '/-/events/docs', team, wrong)).status]).toEqual([
      wrong,
      wrong.webhook === 'https://evil.example/' ? 403 : 400,
    ]);
  const { body: list } = await call('GET', '/-/events/docs', team);
  expect(list.subscriptions).toMatchObject([{ to: 'https://hooks.example.com', by: 'docs CI' }]);
  expect(JSON.stringify(list)).not.toMatch(/whsec_|key=x/);
  expect((await call('GET', '/-/events/news', team)).status).toBe(403);
  expect((await call('DELETE', `/-/events/docs/${created.body.id}`, team)).status).toBe(200);
  expect((await call('DELETE', `/-/events/docs/${created.body.id}`, team)).status).toBe(404);
});
