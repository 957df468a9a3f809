import type { NewToken, TokenList, TokenRequest } from '../../contract/operations/credentials.ts';
import { cliErrors } from '../../errors/cli-errors.ts';
import { change } from './change.ts';
import { type CommandContext, EXIT } from '../command-context.ts';
import { didYouMean } from '../../contract/closest.ts';
import type { Status } from '../../contract/operations/site-status.ts';
import { connect, type OperationsClient } from '../gateway/operations-client.ts';
import { parseCount, parseOptions } from '../parse-options.ts';
import { jsonText } from '../output/print.ts';
import { textTable, timeText } from '../output/text-table.ts';

const DAY_MS = 86_400_000;
const command = 'token';

/** `mfe token create|list|revoke`: see help.ts. */
export async function tokenCommand(args: string[], context: CommandContext): Promise<number> {
  const [action, ...rest] = args;
  if (action === 'create') return createToken(rest, context);
  if (action === 'list') return listTokens(rest, context);
  if (action === 'revoke') {
    const { values, positionals } = parseOptions(rest, { command, positionals: ['id'] });
    return change('revokeToken', { parameters: { id: positionals[0]! } }, values, context);
  }
  throw cliErrors.USAGE({ command, reason: 'say create, list or revoke' });
}

async function createToken(args: string[], context: CommandContext): Promise<number> {
  const { values } = parseOptions(args, {
    command,
    options: {
      app: { type: 'string' },
      operator: { type: 'boolean' },
      name: { type: 'string' },
      days: { type: 'string' },
    },
  });
  const { app, operator, name } = values;
  if ((app === undefined) === !operator)
    throw cliErrors.USAGE({ command, reason: 'say either --app <name> or --operator' });
  const days = parseCount(command, 'days', values.days);
  const body: TokenRequest = {
    role: operator ? 'operator' : 'team',
    ...(app !== undefined && { app }),
    ...(name !== undefined && { name }),
    ...(days !== undefined && { expiresAt: context.now() + days * DAY_MS }),
  };
  const client = connect(context);
  const created = await client.call<NewToken>('createToken', { body });
  if (app !== undefined) await warnOfUnknown(app, client, context);
  if (values.json) context.print(jsonText(created));
  else {
    // The secret alone goes to standard output, so that it can be piped into a secret store.
    const until = created.expiresAt ? `, until ${timeText(created.expiresAt)}` : '';
    context.tell(
      `mfe: token ${created.id} for ${created.name} (${created.role}${until}); it is shown only now\n`,
    );
    context.print(created.token);
  }
  return EXIT.done;
}

/** A team may get its token before its first release; a mistyped name would be found out at that only. */
async function warnOfUnknown(app: string, client: OperationsClient, { tell }: CommandContext): Promise<void> {
  const { apps } = await client.call<Status>('status');
  const names = apps.map((entry) => entry.app);
  if (names.includes(app)) return;
  tell(
    `mfe: warning: no app ${app} is on the site yet.${didYouMean(app, names)} There are ${names.join(', ')}\n`,
  );
}

async function listTokens(args: string[], context: CommandContext): Promise<number> {
  const { values } = parseOptions(args, { command });
  const answer = await connect(context).call<TokenList>('tokens');
  if (values.json) context.print(jsonText(answer));
  else {
    const rows = answer.tokens.map(({ id, role, app, name, createdAt, expiresAt, lastUsedAt }) => {
      return [
        id,
        role,
        app,
        name,
        timeText(createdAt),
        expiresAt && timeText(expiresAt),
        lastUsedAt && timeText(lastUsedAt),
      ];
    });
    context.print(textTable(['ID', 'ROLE', 'APP', 'NAME', 'CREATED', 'EXPIRES', 'LAST USED'], rows));
  }
  return EXIT.done;
}
