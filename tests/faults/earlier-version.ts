import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../../scripts/apps.ts';

/** A checkout of an earlier version, installed, with its apps built. */
export interface EarlierVersion {
  folder: string;
  /** @returns the token of an operator, created with the command of that version. */
  operatorToken(env: Record<string, string>): string;
}

/**
 * Extracts a commit and builds it, in a temporary folder that is reused.
 * @throws if the history does not contain the commit, as in a shallow clone.
 */
export function buildEarlierVersion(commit: string): EarlierVersion {
  const folder = path.join(tmpdir(), `voltframe-version-${commit}`);
  const whole = path.join(folder, '.whole');
  if (!existsSync(whole)) {
    const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1024 ** 3 });
    mkdirSync(folder, { recursive: true });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    // Standard output is for the results of this program.
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
