import { describe, expect, it } from 'vitest';
import { writeReleaseFolder } from '../../packaging/fixtures/releases.ts';
import { againstGateway } from '../fixtures/against-gateway.ts';
import { TEAM } from '../fixtures/fake-gateway.ts';
import { writeClashing } from '../fixtures/clashing-release.ts';

const against = againstGateway();
const { cwd, mfe } = against;

describe('mfe check', () => {
  it('passes a good release and leaves everything as it was', async () => {
    writeReleaseFolder(cwd, 'legal');
    const { code, out } = await mfe(['check', 'legal'], TEAM);
    expect([code, out]).toEqual([0, expect.stringContaining('every check passed; nothing was activated')]);
    expect(against.gateway.kept.size).toBe(0);
    expect(against.gateway.requests[0]!.query).toEqual({ check: '1' });
  });

  it('fails for a release that would be refused', async () => {
    writeClashing(cwd, 'clashing');
    expect((await mfe(['check', 'clashing'])).code).toBe(1);
  });
});
