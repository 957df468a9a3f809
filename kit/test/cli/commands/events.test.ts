import { describe, expect, it } from 'vitest';
import { againstGateway } from '../fixtures/against-gateway.ts';

const against = againstGateway();
const { mfe } = against;

describe('mfe events', () => {
  it('adds a receiver, and prints only its secret to standard output', async () => {
    const argv = [
      'events',
      'add',
      'legal',
      '--webhook',
      'https://hooks.example.com/x',
      '--events',
      'refused',
    ];
    const { code, out, err } = await mfe(argv);
    expect([code, out]).toEqual([0, 'whsec_x\n']);
    expect(err).toContain('its secret is shown only now');
    expect(against.gateway.requests).toMatchObject([
      {
        name: 'subscribe',
        params: { app: 'legal' },
        body: { webhook: 'https://hooks.example.com/x', events: ['refused'] },
      },
    ]);
  });

  it('prints the fix of the gateway for a receiver that the operator does not allow', async () => {
    const { code, err } = await mfe(['events', 'add', 'legal', '--mail', 'team@evil.example']);
    expect([code, err]).toEqual([1, expect.stringContaining('Ask an operator.')]);
    expect(err).not.toContain('MFE_TOKEN');
  });

  it('lists receivers with their pending events, and removes a receiver', async () => {
    expect((await mfe(['events', 'list', 'legal'])).out).toContain('2, HTTP 500');
    expect((await mfe(['events', 'remove', 'legal', 'abc1234'])).code).toBe(0);
    expect(against.gateway.requests.at(-1)).toMatchObject({ params: { app: 'legal', id: 'abc1234' } });
  });

  it.each([
    [['events']],
    [['events', 'add', 'legal']],
    [['events', 'remove', 'legal']],
    [['events', 'toString']],
  ])('exits with 2 for %j', async (argv) => expect((await mfe(argv)).code).toBe(2));
});
