import { describe, expect, it } from 'vitest';
import { describeRelease, writeReleaseFolder } from '../../packaging/fixtures/releases.ts';
import { againstGateway } from '../fixtures/against-gateway.ts';

const against = againstGateway();
const { cwd, mfe } = against;

describe('mfe status', () => {
  it('shows what is live as an aligned table', async () => {
    writeReleaseFolder(cwd, 'legal');
    writeReleaseFolder(cwd, 'blog');
    await mfe(['publish', 'legal', 'blog']);
    await mfe(['pin', 'blog']);
    await mfe(['freeze', 'campaign', 'at', 'noon']);
    const { code, out } = await mfe(['status']);
    expect(code).toBe(0);
    expect(out).toBe(
      [
        'Voltframe  http://site.test',
        'composition cccccccccccc since 1970-01-01 00:00:00Z',
        'FROZEN by ada since 1970-01-01 00:00:00Z: campaign at noon',
        '',
        'APP    LIVE          SINCE                 ROUTES  STATE',
        `blog   ${describeRelease('blog').digest.slice(0, 12)}  1970-01-01 00:00:00Z       1  pinned by ada`,
        `legal  ${describeRelease('legal').digest.slice(0, 12)}  1970-01-01 00:00:00Z       1  newest is live`,
        '',
        'you are legal CI (team of legal)',
        '',
      ].join('\n'),
    );
  });

  it('says what a pin or the freeze holds', async () => {
    for (const app of ['legal', 'blog']) writeReleaseFolder(cwd, app);
    await mfe(['publish', 'legal', 'blog']);
    await mfe(['pin', 'blog']);
    for (const app of ['legal', 'blog']) against.gateway.held.set(app, 'e'.repeat(64));
    const { out } = await mfe(['status']);
    expect(out).toContain('pinned by ada; eeeeeeeeeeee waits for the pin to end');
    expect(out).toContain('  eeeeeeeeeeee waits for the freeze to end');
  });
});
