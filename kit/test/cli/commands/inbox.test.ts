import { describe, expect, it } from 'vitest';
import { againstGateway } from '../fixtures/against-gateway.ts';

const against = againstGateway();
const { mfe } = against;

describe('mfe inbox', () => {
  it('prints each value on its own lines, without control characters', async () => {
    const { code, out } = await mfe(['inbox', 'legal', '--limit', '7', '--before', '9.e9']);
    expect([code, out]).toEqual([
      0,
      `2026-11-21T10:00:00.000Z  ask@1
  name: Ada
  message: Hello
    ask@1 fake

older ones: mfe inbox legal --before 5.e1
`,
    ]);
    expect(against.gateway.requests).toMatchObject([
      { name: 'entries', params: { app: 'legal' }, query: { limit: '7', before: '9.e9' } },
    ]);
  });

  it('prints JSON with --json, and reports an empty inbox', async () => {
    const { out } = await mfe(['inbox', 'legal', '--json']);
    expect(JSON.parse(out)).toMatchObject({ entries: [{ id: 'e1' }], next: '5.e1' });
    expect(out).not.toMatch(/[\u001b\u202e]/);
    expect((await mfe(['inbox', 'blog'])).out).toBe('no entries of forms of blog\n');
  });

  it.each([[['inbox']], [['inbox', 'blog', '--limit', 'all']]])('exits with 2 for %j', async (argv) =>
    expect((await mfe(argv)).code).toBe(2),
  );
});
