import { describe, expect, it } from 'vitest';
import { sampleFiles, writeReleaseFolder } from '../../packaging/fixtures/releases.ts';
import { againstGateway } from '../fixtures/against-gateway.ts';
import { TEAM } from '../fixtures/fake-gateway.ts';
import type { RollbackPlan } from '@voltframe/kit/contract/operations/site-status';
import { describeRollback } from '../../../src/cli/commands/rollback.ts';

const against = againstGateway();
const { cwd, mfe } = against;

describe('mfe rollback', () => {
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

  it('says what it would do before it does it, and with --dry-run nothing else', async () => {
    writeReleaseFolder(cwd, 'legal');
    await mfe(['publish', 'legal']);
    const first = against.gateway.kept.get('legal')![0];
    writeReleaseFolder(cwd, 'legal', { ...sampleFiles('legal'), 'data/more.json': '{}' });
    await mfe(['publish', 'legal']);
    const words =
      /^legal [0-9a-f]{12} → [0-9a-f]{12}\n {2}received 1970-[^\n]*live until 1970-[^\n]*\n {2}with it shell a{12} off the site[^\n]*\n {2}pages that come back: \/back\n {2}pages that go: \/gone\n$/;
    against.gateway.requests.length = 0;
    const dry = await mfe(['rollback', 'legal', '--dry-run', '--with', 'shell'], TEAM);
    expect([dry.code, dry.out]).toEqual([0, expect.stringMatching(words)]);
    expect(against.gateway.requests).toMatchObject([{ name: 'rollbackPlan', query: { with: 'shell' } }]);
    const done = await mfe(['rollback', 'legal', '--to', first!.digest.slice(0, 8), '--with', 'shell'], TEAM);
    expect(done.err).toMatch(words);
    expect(against.gateway.requests.at(-1)).toMatchObject({
      name: 'rollback',
      body: { to: first!.digest, with: ['shell'] },
    });
    expect((await mfe(['rollback', 'legal', 'abcdef', '--to', 'abcdef'])).code).toBe(2);
  });
});

const digest = (letter: string) => letter.repeat(64);
const plan = {
  app: 'blog',
  from: { digest: digest('a') },
  to: { digest: digest('b'), receivedAt: 0 },
  liveUntil: 60_000,
  also: [],
  pages: { back: [], gone: [] },
  checks: [],
} as unknown as RollbackPlan;
const lines = (part: object, now = 3_600_000) => describeRollback({ ...plan, ...part }, now).split('\n');

it.each<[what: string, part: object, line: string]>([
  ['that it was never live', { liveUntil: null }, 'never live: it is checked first'],
  [
    'what goes with it',
    { also: [{ app: 'shell', from: digest('c'), to: digest('d') }] },
    'with it shell cccccccccccc → dddddddddddd',
  ],
  [
    'which pages go, in words that no terminal obeys',
    { pages: { back: [], gone: ['/\u001b[2J'] } },
    'pages that go: / [2J',
  ],
  [
    'why it is refused, and what to do',
    { checks: [{ code: 'X', app: 'blog', reason: 'r', fix: 'f' }] },
    '  X: r\n  → f',
  ],
])('says %s', (_, part, line) => {
  expect(lines(part).join('\n')).toContain(line);
});
