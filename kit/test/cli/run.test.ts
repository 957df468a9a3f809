import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/run.ts';
import { runMfe } from './fixtures/run-mfe.ts';

/** Commands that call no gateway. */
const LOCAL = ['new', 'build', 'serve', 'docs'];

describe('mfe', () => {
  it.each(COMMANDS)('prints the usage and the variables of %s in all three ways', async (command) => {
    const { code, out } = await runMfe([command, '--help']);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^Usage: mfe ${command} \\[options\\]`)),
    ]);
    expect(out.includes('MFE_GATEWAY')).toBe(!LOCAL.includes(command));
    expect((await runMfe(['help', command])).out).toBe(out);
    expect((await runMfe([command, '-h'])).out).toBe(out);
  });

  it('prints an example of every command without subcommands', async () => {
    for (const command of COMMANDS.filter((name) => name !== 'token')) {
      const { out } = await runMfe([command, '--help']);
      expect(out).toMatch(new RegExp(`\\nExamples:(?:\\n {2}.*)*mfe ${command}`));
    }
  });

  it.each([[[]], [['help']], [['--help']]])('lists every command with a summary for %j', async (argv) => {
    const { code, out } = await runMfe(argv);
    expect(code).toBe(0);
    for (const command of COMMANDS) expect(out).toMatch(new RegExp(`^ {2}${command} {2,}\\S`, 'm'));
  });

  it('prints its version, without a request', async () => {
    const { code, out } = await runMfe(['--version']);
    expect([code, out]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
  });

  it.each([
    { argv: ['publsh'], message: "unknown command 'publsh' (Did you mean publish?)" },
    { argv: ['constructor'], message: 'unknown command' },
    { argv: ['status', 'extra'], message: "too many arguments for 'status'" },
    { argv: ['status', '--colour'], message: '--colour' },
    { argv: ['publish', '--preveiw'], message: '(Did you mean --preview?)' },
    { argv: ['rollback'], message: "missing required argument 'app'" },
    { argv: ['rollback', 'a', 'b', 'c'], message: "too many arguments for 'rollback'" },
    { argv: ['history', '--limit', 'all'], message: 'It is not a number above 0.' },
    { argv: ['token', 'creat'], message: '(Did you mean create?)' },
    { argv: ['token'], message: 'Usage: mfe token [options] [command]' },
  ])('exits with 2 for $argv', async ({ argv, message }) => {
    const { code, out, err } = await runMfe(argv);
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(message)]);
  });

  it('prints a wrong command line as JSON with --json', async () => {
    const { code, out } = await runMfe(['rollback', '--json']);
    expect([code, JSON.parse(out)]).toMatchObject([
      2,
      { code: 'CLI_USAGE', message: "missing required argument 'app'", fix: 'See mfe rollback --help.' },
    ]);
  });

  it('prints commands with the prefix of MFE_COMMAND', async () => {
    const env = { MFE_COMMAND: 'npm run mfe --' };
    const { out } = await runMfe(['--help'], { env });
    expect(out).toMatch(/^Usage: npm run mfe -- \[options\]/);
    expect((await runMfe(['rollback', '--help'], { env })).out).toContain(
      '\n  npm run mfe -- rollback blog\n',
    );
    expect((await runMfe(['status', '--colour'], { env })).err).toContain(
      'See npm run mfe -- status --help.',
    );
    expect((await runMfe(['nothing'], { env })).err).toContain('See npm run mfe -- --help.');
  });
});
