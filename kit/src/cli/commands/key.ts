import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { KeyList, KeyRequest, SigningKey } from '../../contract/operations/credentials.ts';
import { cliErrors } from '../../errors/cli-errors.ts';
import { createSigningPair } from '../../packaging/signing-key.ts';
import { type CommandContext, EXIT } from '../command-context.ts';
import { connect } from '../gateway/operations-client.ts';
import { textTable, timeText } from '../output/text-table.ts';
import { parseCount, parseOptions } from '../parse-options.ts';
import { jsonText } from '../output/print.ts';
import { change } from './change.ts';

const DAY_MS = 86_400_000;
const command = 'key';

/** `mfe key [add|list|revoke]`: see help.ts. */
export async function keyCommand(args: string[], context: CommandContext): Promise<number> {
  const [action, ...rest] = args;
  if (action === 'add') return addKey(rest, context);
  if (action === 'list') return listKeys(rest, context);
  if (action === 'revoke') return revokeKey(rest, context);
  return makePair(args, context);
}

function makePair(args: string[], { cwd, print, tell }: CommandContext): number {
  const { values } = parseOptions(args, { command, options: { out: { type: 'string' } } });
  const { privateKey, publicKey } = createSigningPair();
  const said = `mfe: the public key is ${publicKey}; the private one is shown only now\n`;
  if (values.out === undefined && !values.json) tell(said);
  if (values.out !== undefined) writeSecret(path.resolve(cwd, values.out), privateKey);
  if (values.json) print(jsonText({ publicKey, ...(values.out === undefined && { privateKey }) }));
  else print(values.out === undefined ? privateKey.trimEnd() : publicKey);
  return EXIT.done;
}

/** Readable by its owner only; a file that is there stays. */
function writeSecret(file: string, text: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'EEXIST' ? `${file} is there already` : message;
    throw cliErrors.USAGE({ command, reason }, error);
  }
}

async function addKey(args: string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseOptions(args, {
    command,
    positionals: ['app', 'public key'],
    options: { name: { type: 'string' }, days: { type: 'string' } },
  });
  const [app, publicKey] = positionals as [string, string];
  const { name } = values;
  const days = parseCount(command, 'days', values.days);
  const body: KeyRequest = {
    app,
    publicKey,
    ...(name !== undefined && { name }),
    ...(days !== undefined && { endsAt: context.now() + days * DAY_MS }),
  };
  const added = await connect(context).call<SigningKey>('addKey', { body });
  const until = added.endsAt === null ? '' : ` until ${timeText(added.endsAt)}`;
  if (values.json) context.print(jsonText(added));
  else context.print(`releases of ${app} need a signature; the key ${added.id} counts${until}`);
  return EXIT.done;
}

async function listKeys(args: string[], context: CommandContext): Promise<number> {
  const { values } = parseOptions(args, { command });
  const answer = await connect(context).call<KeyList>('keys');
  if (values.json) context.print(jsonText(answer));
  else {
    const rows = answer.keys.map(({ id, app, name, createdAt, endsAt, revokedAt }) => {
      const ends = endsAt && timeText(endsAt);
      return [id, app, name, timeText(createdAt), ends, revokedAt && timeText(revokedAt)];
    });
    context.print(textTable(['ID', 'APP', 'NAME', 'ADDED', 'ENDS', 'REVOKED'], rows));
  }
  return EXIT.done;
}

function revokeKey(args: string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseOptions(args, {
    command,
    positionals: ['app', 'id'],
    options: { forget: { type: 'boolean' } },
  });
  const [app, id] = positionals as [string, string];
  const query = values.forget ? { forget: '1' } : {};
  return change('revokeKey', { parameters: { app, id }, query }, values, context);
}
