import { describe, expect, it } from 'vitest';
import { runMfe } from './fixtures/run-mfe.ts';

const unknown = await runMfe(['nothing']);
const COMMANDS = /There are (.*)\n/.exec(unknown.err)![1]!.split(', ');

describe('mfe', () => {
  it.each(COMMANDS)('prints help with an example for %s in all three ways', async (command) => {
    const { code, out } = await runMfe([command, '--help']);
    expect([code, out]).toEqual([0, expect.stringMatching(new RegExp(`^mfe ${command}`))]);
    expect(out).toMatch(new RegExp(`\\n {2}(.* )?mfe ${command}[^\\n]*\\n`));
    expect((await runMfe(['help', command])).out).toBe(out);
    expect((await runMfe([command, '-h'])).out).toBe(out);
  });

  it.each([[[]], [['help']], [['--help']]])('lists every command for %j', async (argv) => {
    const { code, out } = await runMfe(argv);
    expect(code).toBe(0);
    for (const command of COMMANDS) expect(out).toMatch(new RegExp(`\\bmfe ${command}\\b`));
  });

  it.each(['--version', 'version'])('prints its version for %s, without a request', async (argument) => {
    const { code, out } = await runMfe([argument]);
    expect([code, out]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
  });

  it.each([
    { argv: ['publsh'], message: "unknown command 'publsh'. Did you mean publish?" },
    { argv: ['constructor'], message: 'unknown command' },
    { argv: ['status', 'extra'], message: "'extra' is one argument too many" },
    { argv: ['status', '--colour'], message: '--colour' },
    { argv: ['publish', '--preveiw'], message: 'Did you mean --preview?' },
    { argv: ['rollback'], message: 'app is missing' },
    { argv: ['rollback', 'a', 'b', 'c'], message: 'one argument too many' },
    { argv: ['history', '--limit', 'all'], message: "--limit 'all' is not a number above 0" },
  ])('exits with 2 for $argv', async ({ argv, message }) => {
    const { code, out, err } = await runMfe(argv);
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(message)]);
  });

  it('prints commands with the prefix of MFE_COMMAND', async () => {
    const env = { MFE_COMMAND: 'npm run mfe --' };
    const { out } = await runMfe(['--help'], { env });
    expect(out).toContain('\n  npm run mfe -- rollback <app>');
    expect(out).toMatch(/^mfe: build and publish/);
    expect((await runMfe(['status', '--colour'], { env })).err).toContain(
      'See npm run mfe -- status --help.',
    );
  });
});
