import { readFileSync } from 'node:fs';
import type { KeyObject } from 'node:crypto';
import path from 'node:path';
import { cliErrors } from '../errors/cli-errors.ts';
import { readPrivateKey } from '../packaging/signing-key.ts';
import type { CommandContext } from './command-context.ts';

/**
 * @param file of `--key`; without it the key itself is in MFE_SIGNING_KEY, as a CI keeps it.
 * @returns undefined when nothing is to be signed. @throws CLI_USAGE, PACK_KEY_INVALID
 */
export function signingKey(
  file: string | undefined,
  { cwd, env }: Pick<CommandContext, 'cwd' | 'env'>,
): KeyObject | undefined {
  const pem = file === undefined ? env['MFE_SIGNING_KEY'] : readKeyFile(path.resolve(cwd, file));
  return pem ? readPrivateKey(pem) : undefined;
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw cliErrors.USAGE({ command: 'key', reason: `the key ${file} cannot be read` }, error);
  }
}
