import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../../scripts/apps.ts';

/** A checkout of an earlier version, installed, with its apps built. */
export interface EarlierVersion {
  folder: string;
  /** @returns the token of an operator, made by that version's own command. */
  operatorToken(env: Record<string, string>): string;
}

/**
 * Takes a commit out of the history and builds it, in a temporary folder that stays for the next time.
 * @throws when the history does not go back so far, as in a shallow clone.
 */
export function buildEarlierVersion(commit: string): EarlierVersion {
  const folder = path.join(tmpdir(), `voltframe-version-${commit}`);
  const whole = path.join(folder, '.whole');
  if (!existsSync(whole)) {
    const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1024 ** 3 });
    mkdirSync(folder, { recursive: true });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    // Standard output is for what this program finds.
    execFileSync('npm', ['run', 'build'], { cwd: folder, stdio: ['ignore', 2, 2] });
    writeFileSync(whole, '');
  }
  return {
    folder,
    operatorToken: (env) =>
      execFileSync(process.execPath, ['scripts/operator-token.ts', 'faults'], {
        cwd: folder,
        env: { PATH: process.env['PATH'], ...env },
        encoding: 'utf8',
      }).trim(),
  };
}
