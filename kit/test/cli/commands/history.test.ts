import { describe, expect, it } from 'vitest';
import { againstGateway } from '../fixtures/against-gateway.ts';

const against = againstGateway();
const { mfe } = against;

describe('mfe history', () => {
  it('shows the history on one line each, whatever a note holds', async () => {
    const entry = {
      at: 0,
      actor: 'ada',
      action: 'refuse' as const,
      app: 'blog',
      from: null,
      to: 'a'.repeat(64),
      note: 'one\ntwo\u0007',
    };
    against.gateway.history.push(entry);
    const { out } = await mfe(['history', 'blog']);
    expect(out.split('\n')[1]).toBe('1970-01-01 00:00:00Z  ada  refuse  blog  -     aaaaaaaaaaaa  one two');
    expect(against.gateway.requests[0]!.query).toEqual({ app: 'blog' });
  });
});
