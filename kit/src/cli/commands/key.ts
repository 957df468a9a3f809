import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { KeyList, SigningKey } from '../../contract/operations/credentials.ts';
import { cliErrors } from '../../errors/cli-errors.ts';
import { createSigningPair } from '../../packaging/signing-key.ts';
import type { Command } from '../command-context.ts';
import { connect } from '../gateway/operations-client.ts';
import { textTable, timeText } from '../output/text-table.ts';
import { defineCommand, endOf, runAction } from '../parse-options.ts';
import { change } from './change.ts';

/** `mfe key [add|list|revoke]`: see help.ts. */
export const keyCommand: Command = (args, context) =>
  runAction({ add: addKey, list: listKeys, revoke: revokeKey }, args, context) ?? makePair(args, context);

const makePair = defineCommand(
  { command: 'key', options: { out: { type: 'string' } } },
  async ({ values: { out, json } }, { cwd, tell }) => {
    const { privateKey, publicKey } = createSigningPair();
    if (out !== undefined) writeSecret(path.resolve(cwd, out), privateKey);
    else if (!json) tell(`mfe: the public key is ${publicKey}; the private one is shown only now\n`);
    const answer = { publicKey, ...(out === undefined && { privateKey }) };
    return { answer, text: () => (out === undefined ? privateKey.trimEnd() : publicKey) };
  },
);

/** Readable by its owner only; an existing file is not overwritten. */
function writeSecret(file: string, text: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'EEXIST' ? `${file} already exists` : message;
    throw cliErrors.USAGE({ command: 'key', reason }, error);
  }
}

const addKey = defineCommand(
  {
    command: 'key',
    positionals: ['app', 'public key'],
    options: { name: { type: 'string' }, days: { type: 'string' } },
  },
  async ({ values: { name, days }, positionals }, context) => {
    const [app, publicKey] = positionals as [string, string];
    const endsAt = endOf('key', days, context.now());
    const answer = await connect(context).call<SigningKey>('addKey', {
      body: { app, publicKey, name, endsAt },
    });
    const until = answer.endsAt === null ? '' : ` until ${timeText(answer.endsAt)}`;
    return { answer, text: () => `releases of ${app} need a signature; the key ${answer.id} counts${until}` };
  },
);

const listKeys = defineCommand({ command: 'key' }, async (_, context) => {
  const answer = await connect(context).call<KeyList>('keys');
  const rows = answer.keys.map(({ id, app, name, createdAt, endsAt, revokedAt }) => {
    return [id, app, name, timeText(createdAt), endsAt && timeText(endsAt), revokedAt && timeText(revokedAt)];
  });
  return { answer, text: () => textTable(['ID', 'APP', 'NAME', 'ADDED', 'ENDS', 'REVOKED'], rows) };
});

const revokeKey = defineCommand(
  { command: 'key', positionals: ['app', 'id'], options: { forget: { type: 'boolean' } } },
  ({ values, positionals }, context) => {
    const [app, id] = positionals as [string, string];
    const query = values.forget ? { forget: '1' } : {};
    return change('revokeKey', { parameters: { app, id }, query }, context);
  },
);
