import { expect, it } from 'vitest';
import { describeBuild, warnOn } from '../../../src/cli/commands/build.ts';
import { describeRelease } from '../../packaging/fixtures/releases.ts';
import { runMfe } from '../fixtures/run-mfe.ts';

it('describes a build on one line', () => {
  const release = { ...describeRelease('legal'), digest: 'a'.repeat(64) };
  expect(describeBuild(release, 1234)).toBe('legal      aaaaaaaaaaaa  3 files  1.2 s');
});

it('prints a warning with its places on lines of their own, without control characters', () => {
  const said: string[] = [];
  warnOn({ tell: (text) => void said.push(text) })('no size:\nsrc/a.tsx:2\nsrc/\u001b[2Jb.tsx:3');
  expect(said.join('')).toMatch(/^mfe: warning: no size:\n {5}src\/a\.tsx:2\n {5}src\/[^\u001b]*b\.tsx:3\n$/);
});

it.each([
  { argv: ['--colour'], code: 2, says: '--colour' },
  { argv: ['--key', 'none.key'], code: 2, says: 'none.key cannot be read' },
  { argv: ['missing'], code: 1, says: 'missing' },
  { argv: [], env: { RELEASE_FILES_MB: 'many' }, code: 2, says: "RELEASE_FILES_MB is 'many'" },
  { argv: [], env: { RELEASE_FILES_MB: '257' }, code: 2, says: 'from 1 to 256' },
])('rejects $argv before it builds', async ({ argv, env = {}, code, says }) => {
  expect(await runMfe(['build', ...argv], { env })).toMatchObject({
    code,
    out: '',
    err: expect.stringContaining(says) as string,
  });
});
