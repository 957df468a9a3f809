import { describe, expect, it } from 'vitest';
import { sampleFiles, writeReleaseFolder } from '../../packaging/fixtures/releases.ts';
import { againstGateway } from '../fixtures/against-gateway.ts';
import { TEAM } from '../fixtures/fake-gateway.ts';

const against = againstGateway();
const { cwd, mfe } = against;

describe('mfe rollback, pin, freeze, retire', () => {
  it.each([
    { argv: ['unpin', 'legal'], name: 'unpin', body: undefined },
    { argv: ['pin', 'legal', 'abcdef12'], name: 'pin', body: { digest: 'abcdef12' } },
    { argv: ['freeze'], name: 'freeze', body: {} },
    { argv: ['freeze', 'campaign'], name: 'freeze', body: { reason: 'campaign' } },
    { argv: ['unfreeze'], name: 'unfreeze', body: undefined },
    { argv: ['retire', 'legal', '--yes'], name: 'retire', body: undefined },
  ])('asks for $argv', async ({ argv, name, body }) => {
    expect((await mfe(argv)).code).toBe(0);
    expect(against.gateway.requests).toMatchObject([body === undefined ? { name } : { name, body }]);
  });

  it('goes back to the release before, and says from where to where', async () => {
    writeReleaseFolder(cwd, 'legal');
    await mfe(['publish', 'legal']);
    writeReleaseFolder(cwd, 'legal', { ...sampleFiles('legal'), 'data/more.json': '{}' });
    await mfe(['publish', 'legal']);
    const { code, out } = await mfe(['rollback', 'legal'], TEAM);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^legal is rolled back\n {2}[0-9a-f]{12} → [0-9a-f]{12}\n$/),
    ]);
  });

  it('takes an app off the site only when told twice', async () => {
    const { code, err } = await mfe(['retire', 'legal']);
    expect([code, err]).toEqual([2, expect.stringContaining('say --yes')]);
    expect(against.gateway.requests).toEqual([]);
  });
});
