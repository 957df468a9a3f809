import { describe, expect, it } from 'vitest';
import { againstGateway } from '../fixtures/against-gateway.ts';

const against = againstGateway();
const { mfe } = against;

describe('mfe pin, promote, freeze, invalidate, reload, retire', () => {
  it.each([
    { argv: ['unpin', 'legal'], name: 'unpin', body: undefined },
    { argv: ['pin', 'legal', 'abcdef12'], name: 'pin', body: { digest: 'abcdef12' } },
    { argv: ['promote', 'legal', 'abcdef12'], name: 'promote', body: { digest: 'abcdef12' } },
    { argv: ['freeze'], name: 'freeze', body: {} },
    { argv: ['freeze', 'campaign'], name: 'freeze', body: { reason: 'campaign' } },
    { argv: ['unfreeze'], name: 'unfreeze', body: undefined },
    { argv: ['invalidate', 'legal', 'terms', 'home'], name: 'invalidate', body: undefined },
    { argv: ['reload'], name: 'reload', body: undefined },
    { argv: ['retire', 'legal', '--yes'], name: 'retire', body: undefined },
  ])('sends the request of $argv', async ({ argv, name, body }) => {
    expect((await mfe(argv)).code).toBe(0);
    expect(against.gateway.requests).toMatchObject([body === undefined ? { name } : { name, body }]);
  });

  it('prints the invalidated tags, and requires at least one', async () => {
    expect(await mfe(['invalidate', 'legal', 'terms', 'home'])).toMatchObject({
      out: 'terms,home of legal\n',
    });
    expect(await mfe(['invalidate', 'legal'])).toMatchObject({ code: 2 });
  });

  it('retires an app only with --yes', async () => {
    const { code, err } = await mfe(['retire', 'legal']);
    expect([code, err]).toEqual([2, expect.stringContaining('confirm with --yes')]);
    expect(against.gateway.requests).toEqual([]);
  });
});
