import { expect, it } from 'vitest';
import { describeBuild } from '../../../src/cli/commands/build.ts';
import { describeRelease } from '../../packaging/fixtures/releases.ts';
import { runMfe } from '../fixtures/run-mfe.ts';

it('describes a build on one line', () => {
  const release = { ...describeRelease('legal'), digest: 'a'.repeat(64) };
  expect(describeBuild(release, 1234)).toBe('legal      aaaaaaaaaaaa  3 files  1.2 s');
});

it.each([
  { argv: ['--colour'], code: 2, says: '--colour' },
  { argv: ['--key', 'none.key'], code: 2, says: 'none.key cannot be read' },
  { argv: ['missing'], code: 1, says: 'missing' },
])('rejects $argv before it builds', async ({ argv, code, says }) => {
  expect(await runMfe(['build', ...argv])).toMatchObject({
    code,
    out: '',
    err: expect.stringContaining(says) as string,
  });
});
