import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { didYouMean } from '../../contract/closest.ts';
import {
  type KeyList,
  type NewToken,
  ROLES,
  type SigningKey,
  TEAM_GIVES,
  type TokenList,
} from '../../contract/operations/credentials.ts';
import type { Status } from '../../contract/operations/site-status.ts';
import { cliErrors } from '../../errors/cli-errors.ts';
import { createSigningPair } from '../../packaging/release-signature.ts';
import { type Command, type CommandContext, defineCommand, endOf, runAction } from '../command.ts';
import { connect, type OperationsClient } from '../gateway/operations-client.ts';
import { textTable, timeText } from '../output/text-table.ts';
import { change } from './change.ts';

/** `mfe token create|list|revoke`: see help.ts. */
export const tokenCommand: Command = (args, context) => {
  const actions = { create: createToken, list: listTokens, revoke: revokeToken };
  const running = runAction(actions, args, context);
  if (!running) throw cliErrors.USAGE({ command: 'token', reason: 'say create, list or revoke' });
  return running;
};

const createToken = defineCommand(
  {
    command: 'token',
    options: {
      app: { type: 'string' },
      operator: { type: 'boolean' },
      role: { type: 'string' },
      can: { type: 'string' },
      name: { type: 'string' },
      days: { type: 'string' },
    },
  },
  async ({ values: { can, operator, name, days, json, ...values } }, context) => {
    if (can !== undefined && !TEAM_GIVES.some((one) => one === can))
      throw cliErrors.USAGE({ command: 'token', reason: `--can is one of ${TEAM_GIVES.join(', ')}` });
    const client = connect(context);
    const role = values.role ?? can;
    const app = values.app ?? (can && (await client.call<Status>('status')).you.app) ?? undefined;
    if (role === undefined && (app === undefined) === !operator)
      throw cliErrors.USAGE({
        command: 'token',
        reason: 'say either --app <name> or --operator, or what it --can do',
      });
    if (role !== undefined && !ROLES.some((one) => one === role))
      throw cliErrors.USAGE({ command: 'token', reason: `--role is one of ${ROLES.join(', ')}` });
    const expiresAt = days === 'never' ? null : endOf('token', days, context.now());
    // Distinguishes it from the team's own token in the history.
    const named = name ?? (can && app && `${app} ${can}`);
    const body = { role: role ?? (operator ? 'operator' : 'team'), app, name: named, expiresAt };
    const created = await client.call<NewToken>('createToken', { body });
    if (app !== undefined) await warnOfUnknown(app, client, context);
    // The secret alone goes to standard output, so that it can be piped into a secret store.
    const until = created.expiresAt ? `, until ${timeText(created.expiresAt)}` : '';
    if (!json)
      context.tell(
        `mfe: token ${created.id} for ${created.name} (${created.role}${until}); it is shown only now\n`,
      );
    return { answer: created, text: () => created.token };
  },
);

/**
 * A token may be created before the first release of an app; a mistyped name would otherwise be noticed only then.
 */
async function warnOfUnknown(app: string, client: OperationsClient, { tell }: CommandContext): Promise<void> {
  const { apps } = await client.call<Status>('status');
  const names = apps.map((entry) => entry.app);
  if (names.includes(app)) return;
  tell(
    `mfe: warning: no app ${app} is on the site yet.${didYouMean(app, names)} There are ${names.join(', ')}\n`,
  );
}

const listTokens = defineCommand({ command: 'token' }, async (_, context) => {
  const answer = await connect(context).call<TokenList>('tokens');
  const rows = answer.tokens.map(({ id, role, app, name, createdAt, expiresAt, lastUsedAt }) => {
    const [ends, used] = [expiresAt && timeText(expiresAt), lastUsedAt && timeText(lastUsedAt)];
    return [id, role, app, name, timeText(createdAt), ends, used];
  });
  const headings = ['ID', 'ROLE', 'APP', 'NAME', 'CREATED', 'EXPIRES', 'LAST USED'];
  return { answer, text: () => textTable(headings, rows) };
});

const revokeToken = defineCommand({ command: 'token', positionals: ['id'] }, ({ positionals }, context) =>
  change('revokeToken', { parameters: { id: positionals[0]! } }, context),
);

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
