import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
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
import { createSigningPair } from '../../packaging/release-signature.ts';
import {
  type CommandContext,
  type DeclareCommand,
  createCommand,
  endOf,
  type JsonOption,
  parseCount,
  printed,
} from '../command.ts';
import { connect, type OperationsClient } from '../gateway/operations-client.ts';
import { textTable, timeText } from '../output/text-table.ts';
import { change } from './change.ts';

/** Declares `mfe token create|list|revoke`. */
export const tokenCommand: DeclareCommand = (run) =>
  createCommand('token', {
    description: `Manages access tokens. The token of a team may publish, roll back and pin its app; the token of an operator may do
everything. To create the first operator token, run operator-token on the gateway.`,
  })
    .addCommand(createToken(run))
    .addCommand(listTokens(run))
    .addCommand(revokeToken(run));

interface TokenOptions extends JsonOption {
  app?: string;
  operator?: boolean;
  role?: string;
  can?: string;
  name?: string;
  /** Infinity: it never ends. */
  days?: number;
}

const createToken: DeclareCommand = (run) =>
  createCommand('create', {
    description: `Creates a token and prints it once, alone on standard output.

--can creates a token for one purpose, ending after 90 days. A team token may create these within its app: preview
(check and preview its releases; for the CI of pull requests), invalidate (for the webhook of a CMS) and read.
Operators create all other tokens.`,
    examples: [
      "mfe token create --can preview --name 'pull requests'",
      "mfe token create --app blog --name 'blog CI' --days 365",
      'mfe token create --operator --name ada',
      'mfe token create --role metrics > .observe/prometheus-token',
    ],
  })
    .summary('Creates a token.')
    .addOption(new Option('--can <purpose>', 'for one purpose').choices(TEAM_GIVES))
    .option('--app <name>', 'for the team of this app')
    .option('--operator', 'for an operator')
    .addOption(
      new Option(
        '--role <role>',
        'for one purpose: metrics (for Prometheus), read (of one app or of all), and with --app: preview (also checks) and invalidate (for the webhook of a CMS)',
      ).choices(ROLES),
    )
    .option('--name <whose>', 'shown in the history')
    .option('--days <n>', 'lifetime in days, or never; default: 90, unlimited for metrics', (text: string) =>
      text === 'never' ? Infinity : parseCount(text),
    )
    .action(printed(run, (options: TokenOptions) => makeToken(options, run)));

async function makeToken(
  { can, operator, name, days, json, ...options }: TokenOptions,
  context: CommandContext,
) {
  const client = connect(context);
  const role = options.role ?? can;
  const app = options.app ?? (can && (await client.call<Status>('status')).you.app) ?? undefined;
  if (role === undefined && (app === undefined) === !operator)
    throw new InvalidArgumentError('say either --app <name> or --operator, or what it --can do');
  const expiresAt = days === Infinity ? null : endOf(days, context.now());
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
}

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

const listTokens: DeclareCommand = (run) =>
  createCommand('list', { description: 'Lists tokens; for a team those of its app.' }).action(
    printed(run, async () => {
      const answer = await connect(run).call<TokenList>('tokens');
      const rows = answer.tokens.map(({ id, role, app, name, createdAt, expiresAt, lastUsedAt }) => {
        const [ends, used] = [expiresAt && timeText(expiresAt), lastUsedAt && timeText(lastUsedAt)];
        return [id, role, app, name, timeText(createdAt), ends, used];
      });
      const headings = ['ID', 'ROLE', 'APP', 'NAME', 'CREATED', 'EXPIRES', 'LAST USED'];
      return { answer, text: () => textTable(headings, rows) };
    }),
  );

const revokeToken: DeclareCommand = (run) =>
  createCommand('revoke', {
    description: 'Revokes a token. A team may revoke those of --can.',
    examples: ['mfe token revoke t_4fz0'],
  })
    .argument('<id>')
    .action(printed(run, (id: string) => change('revokeToken', { parameters: { id } }, run)));

/** Declares `mfe key`, with `add`, `list` and `revoke`. */
export const keyCommand: DeclareCommand = (run) =>
  createCommand('key', {
    description: `Creates a key pair for signing releases: writes the private key to a new file that only its owner can read (--out), or
alone to standard output, and prints the public key.`,
    examples: ['mfe key --out blog.key', "mfe key add blog ed25519:… --name 'blog CI' --days 365"],
  })
    .option('--out <file>', 'the file of the private key')
    .action(printed(run, async (options: JsonOption & { out?: string }) => makePair(options, run)))
    .addCommand(addKey(run))
    .addCommand(listKeys(run))
    .addCommand(revokeKey(run));

function makePair({ out, json }: JsonOption & { out?: string }, { cwd, tell }: CommandContext) {
  const { privateKey, publicKey } = createSigningPair();
  if (out !== undefined) writeSecret(path.resolve(cwd, out), privateKey);
  else if (!json) tell(`mfe: the public key is ${publicKey}; the private one is shown only now\n`);
  const answer = { publicKey, ...(out === undefined && { privateKey }) };
  return { answer, text: () => (out === undefined ? privateKey.trimEnd() : publicKey) };
}

/** Readable by its owner only; an existing file is not overwritten. */
function writeSecret(file: string, text: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'EEXIST' ? `${file} already exists` : message;
    throw new InvalidArgumentError(reason);
  }
}

const addKey: DeclareCommand = (run) =>
  createCommand('add', {
    description: `For operators: the gateway then accepts a release of the app only with a signature of one of its keys, from a folder, an
origin or a push.`,
    examples: ["mfe key add blog ed25519:… --name 'blog CI' --days 365"],
  })
    .argument('<app>')
    .argument('<public key>')
    .option('--name <whose>')
    .option('--days <n>', 'time for which the key counts; default: unlimited', parseCount)
    .action(
      printed(
        run,
        async (app: string, publicKey: string, { name, days }: { name?: string; days?: number }) => {
          const body = { app, publicKey, name, endsAt: endOf(days, run.now()) };
          const answer = await connect(run).call<SigningKey>('addKey', { body });
          const until = answer.endsAt === null ? '' : ` until ${timeText(answer.endsAt)}`;
          const text = `releases of ${app} need a signature; the key ${answer.id} counts${until}`;
          return { answer, text: () => text };
        },
      ),
    );

const listKeys: DeclareCommand = (run) =>
  createCommand('list', { description: 'Lists keys with their apps and times.' }).action(
    printed(run, async () => {
      const answer = await connect(run).call<KeyList>('keys');
      const rows = answer.keys.map(({ id, app, name, createdAt, endsAt, revokedAt }) => {
        const [ends, revoked] = [endsAt && timeText(endsAt), revokedAt && timeText(revokedAt)];
        return [id, app, name, timeText(createdAt), ends, revoked];
      });
      return { answer, text: () => textTable(['ID', 'APP', 'NAME', 'ADDED', 'ENDS', 'REVOKED'], rows) };
    }),
  );

const revokeKey: DeclareCommand = (run) =>
  createCommand('revoke', {
    description: 'For operators: revokes a key immediately; the app still needs signatures.',
    examples: ['mfe key revoke blog 3f2a9c1b00aa11bb'],
  })
    .argument('<app>')
    .argument('<id>')
    .option('--forget', 'deletes the key; without any key, the app needs no signatures')
    .action(
      printed(run, (app: string, id: string, { forget }: { forget?: boolean }) =>
        change('revokeKey', { parameters: { app, id }, query: forget ? { forget: '1' } : {} }, run),
      ),
    );
