import { describe, expect, it } from 'vitest';
import { sampleFiles, writeReleaseFolder } from '../../packaging/fixtures/releases.ts';
import { againstGateway } from '../fixtures/against-gateway.ts';
import { TEAM } from '../fixtures/fake-gateway.ts';
import type { RollbackPlan } from '@voltframe/kit/contract/operations/site-status';
import { describeRollback } from '../../../src/cli/commands/change.ts';
import { runMfe } from '../fixtures/run-mfe.ts';

const against = againstGateway();
const { cwd, mfe } = against;

describe('mfe rollback', () => {
  it('prints its plan before it rolls back, and only the plan with --dry-run', async () => {
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
    expect(done.out).toMatch(/^legal is rolled back\n {2}[0-9a-f]{12} → [0-9a-f]{12}\n$/);
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

it.each<[name: string, part: object, line: string]>([
  [
    'no line for an origin that has only the team',
    { to: { digest: digest('b'), receivedAt: 0, identity: { team: 'Blog' } } },
    'blog aaaaaaaaaaaa → bbbbbbbbbbbb\n  received ',
  ],
  ['that the release was never live', { liveUntil: null }, 'never live: it is checked first'],
  [
    'the other apps of the rollback',
    { also: [{ app: 'shell', from: digest('c'), to: digest('d') }] },
    'with it shell cccccccccccc → dddddddddddd',
  ],
  [
    'the pages that disappear, without control characters',
    { pages: { back: [], gone: ['/a\u001b[2Jb\nc'] } },
    'pages that go: /ab c',
  ],
  [
    'the failed checks with their fixes',
    { checks: [{ code: 'X', app: 'blog', reason: 'r', fix: 'f' }] },
    '  X: r\n  → f',
  ],
])('prints %s', (_, part, line) => {
  expect(describeRollback({ ...plan, ...part }, 3_600_000)).toContain(line);
});

/** Clears the screen, overwrites the line, sets the title, reverses the text. */
const ATTACK = '\u001B[2J\u001B[Hrolled back\r\u001B]0;owned\u0007\u202E\u009B31m';
const check = { code: 'GW_X', app: 'blog', reason: `boom ${ATTACK}`, fix: ATTACK };

it.each([
  ['of a verdict', { accepted: false, checks: [check] }],
  ['of an error', { status: 422, code: 'GW_X', message: `boom ${ATTACK}`, fix: ATTACK }],
])('prints the text %s of a release without escape sequences', async (_, answer) => {
  const fetched = async (_url: unknown, init?: RequestInit) =>
    init?.method === 'GET'
      ? Response.json({ ...plan, checks: [check], pages: { back: [ATTACK], gone: [] } })
      : Response.json(answer, { status: 422 });
  const context = { env: { MFE_TOKEN: 'vf_of-the-team-of-blog-1234' }, fetch: fetched as typeof fetch };
  for (const more of [[], ['--json'], ['--dry-run'], ['--dry-run', '--json']]) {
    const { out, err } = await runMfe(['rollback', 'blog', ...more], context);
    const written = out + err;
    expect(written).toContain('boom');
    expect(written).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
    if (!more.includes('--json')) expect(written).toContain('boom rolled back31m');
    else expect(JSON.stringify(JSON.parse(out))).toContain(JSON.stringify(ATTACK).slice(1, -1));
  }
});
