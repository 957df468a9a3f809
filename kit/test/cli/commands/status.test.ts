import { describe, expect, it, test } from 'vitest';
import { describeRelease, writeReleaseFolder } from '../../packaging/fixtures/releases.ts';
import { againstGateway } from '../fixtures/against-gateway.ts';
import { runMfe } from '../fixtures/run-mfe.ts';
import type { AppStatus, UpstreamStatus } from '../../../src/contract/operations/site-status.ts';

const against = againstGateway();
const { cwd, mfe } = against;

describe('mfe status', () => {
  it('prints the live releases as an aligned table', async () => {
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
        'contract 1: the gateway takes 1 to 1; its live releases are built for',
        '  1  blog, legal',
        'you are legal CI (team of legal)',
        '',
      ].join('\n'),
    );
  });

  it('prints the releases that a pin or the freeze delays', async () => {
    for (const app of ['legal', 'blog']) writeReleaseFolder(cwd, app);
    await mfe(['publish', 'legal', 'blog']);
    await mfe(['pin', 'blog']);
    for (const app of ['legal', 'blog']) against.gateway.held.set(app, 'e'.repeat(64));
    const { out } = await mfe(['status']);
    expect(out).toContain('pinned by ada; eeeeeeeeeeee waits for the pin to end');
    expect(out).toContain('  eeeeeeeeeeee waits for the freeze to end');
  });
});

const NOW = 10 * 3_600_000;
const contract = { oldest: 2, newest: 3, kit: 'voltframe-kit-1.3.2.tgz' };

/** The lines of a status with these parts, after the composition and before the name of the token. */
async function shown(part: object): Promise<string[]> {
  const you = { role: 'team', app: 'legal', name: 'legal CI' };
  const bare = { site: { name: '', url: '' }, contract, composition: null, apps: [], leases: [], you };
  const fetch = (async () => Response.json({ ...bare, ...part })) as typeof globalThis.fetch;
  const env = { MFE_GATEWAY: 'http://gateway.test', MFE_TOKEN: 'vf_x' };
  const { out } = await runMfe(['status'], { env, fetch, now: () => NOW });
  return out.split('\n').slice(1, -2);
}

const app = (changed: Partial<AppStatus> = {}) =>
  ({ app: 'blog', contract: { version: 3, left: 1 }, activatedAt: 0, ...changed }) as AppStatus;

it('reports that the database is away, and the unknown state', async () => {
  expect(await shown({ database: { awaySince: 0, reason: 'No answer.' } })).toEqual([
    'DATABASE AWAY since 1970-01-01 00:00:00Z: No answer. Pins, a freeze and leases are unknown',
  ]);
});

it('names a live release whose listed pages fail, with the commands that help', async () => {
  const lines = await shown({ apps: [app({ errors: 2 }), app({ app: 'legal', errors: 0 }), app()] });
  expect(lines[1]).toMatch(/ROUTES +ERRORS +STATE$/);
  expect(lines.filter((line) => line.startsWith('FAILING'))).toEqual([
    'FAILING blog: 2 errors of listed pages within an hour: mfe errors blog, mfe rollback blog',
  ]);
});

const built = (name: string, version: number, left?: number) =>
  app({ app: name, contract: { version, ...(left !== undefined && { left }) } });

test.each([
  [
    'by contract version, with the oldest to rebuild and the kit for it',
    [built('blog', 2, 0), built('docs', 3, 1), built('legal', 2, 0), built('shell', 3, 1)],
    [
      '  3  docs, shell',
      '  2  blog, legal: falls out with the next version; build with voltframe-kit-1.3.2.tgz',
    ],
  ],
  [
    'outside the window of the gateway',
    [built('blog', 1), built('shell', 3, 1)],
    [
      '  3  shell',
      '  1  blog: outside of the window: served as long as it is live, and taken in no more; build with voltframe-kit-1.3.2.tgz',
    ],
  ],
  ['without a warning when all have the newest contract', [built('shell', 3, 1)], ['  3  shell']],
])('lists live releases %s', async (_, apps, lines) => {
  expect((await shown({ contract, apps })).slice(apps.length + 3)).toEqual([
    'contract 3: the gateway takes 2 to 3; its live releases are built for',
    ...lines,
  ]);
});
