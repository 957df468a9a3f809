import {
  CONTRACT_HEADER,
  contractWindow,
  versionsLeft,
  contractsText,
} from '@voltframe/kit/contract/contract-version';
import { OPERATIONS, type OperationName } from '@voltframe/kit/contract/operations/operations';
import type { Token } from '@voltframe/kit/contract/operations/credentials';
import { opsErrors } from '@voltframe/kit/errors/ops-errors';
import type { FastifyRequest } from 'fastify';
import { operationsErrors } from './operations-errors.ts';
import type { TokenStore } from '../platform/secrets/token-store.ts';

/** Calls that are answered while the database is away. */
const WITHOUT_DATABASE: ReadonlySet<OperationName> = new Set(['metrics', 'status']);

/**
 * Calls that an `mfe` of any contract may make: rolling back, reading the live state, and getting the fitting kit.
 * Their form is the same in every version.
 */
const OF_ANY_CONTRACT: ReadonlySet<OperationName> = new Set([
  'rollback',
  'rollbackPlan',
  'withdraw',
  'status',
  'releases',
  'packages',
  'package',
]);

/** Calls that are not permitted with a token that reads every app, because they return input of visitors. */
const OF_PERSONS: ReadonlySet<OperationName> = new Set(['entries']);

/** Calls that a team may make for tokens of its own app: `createTokenChanges` decides which. */
const OF_TOKENS: ReadonlySet<OperationName> = new Set(['tokens', 'createToken', 'revokeToken']);

/**
 * Checks the token of a call, before its body is read or its app is looked up.
 * @param apps the apps that a team's token has to belong to.
 * @throws GW_TOKEN_REFUSED for a missing, unknown or expired token; GW_TOKEN_RIGHT for a valid token without the
 *   permission. Neither reveals which apps exist. GW_DATABASE_AWAY when it cannot be checked. OPS_CONTRACT for an `mfe`
 *   with a contract outside of the window, except for {@link OF_ANY_CONTRACT}.
 */
export async function authorize(
  request: FastifyRequest,
  operation: OperationName,
  apps: string[],
  tokens: Pick<TokenStore, 'find' | 'findAlsoAway'>,
): Promise<Token> {
  const [, secret = ''] = /^Bearer ([\w-]{20,100})$/.exec(request.headers.authorization ?? '') ?? [];
  const token = await tokens[WITHOUT_DATABASE.has(operation) ? 'findAlsoAway' : 'find'](secret);
  if (!token) throw operationsErrors.TOKEN_REFUSED();
  if (!OF_ANY_CONTRACT.has(operation)) checkContract(request.headers[CONTRACT_HEADER]);
  if (!mayDo(token, operation, apps, isTrial(request)))
    throw operationsErrors.TOKEN_RIGHT({ holder: holderOf(token), needed: neededFor(operation, apps) });
  return token;
}

/**
 * Selects the app whose errors a call reads: the named app, else the token's own app. An operator reads all.
 * @returns undefined for all. @throws GW_TOKEN_RIGHT for another team's app
 */
export function shownApp(token: Token, named: string | undefined): string | undefined {
  const app = named ?? token.app ?? undefined;
  if (seesAll(token) || app === token.app) return app;
  const needed = neededFor('errors', app === undefined ? [] : [app]);
  throw operationsErrors.TOKEN_RIGHT({ holder: holderOf(token), needed });
}

/** Browsers, curl and npm send no version. */
function checkContract(named: string | string[] | undefined): void {
  if (named === undefined) return;
  const contract = String(named).slice(0, 20);
  if (versionsLeft(/^\d+$/.test(contract) ? Number(contract) : NaN) === undefined) {
    const window = contractWindow();
    throw opsErrors.CONTRACT({ contract, accepted: contractsText(window), kit: window.kit });
  }
}

/** @returns the owner of a token, for a message. */
export function holderOf({ role, app }: Token): string {
  if (role === 'operator') return 'of an operator';
  return role === 'team' ? `of the team of ${app}` : `for ${role}${app === null ? '' : ` of ${app}`}`;
}

function neededFor(operation: OperationName, apps: string[]): string {
  if (OPERATIONS[operation].role === 'operator' || apps.length === 0) return 'one of an operator';
  const names = apps.map((app) => app.slice(0, 31)).slice(0, 3);
  return apps.length === 1
    ? `one of the team of ${names[0]} or of an operator`
    : `one of an operator, for ${names.join(', ')} together`;
}

/** @returns whether the token is one of the app's team, or of operators. */
export function isOf(you: Pick<Token, 'role' | 'app'>, app: string): boolean {
  return you.role === 'operator' || you.app === app;
}

/** @returns whether the token may read errors and measurements of the app: as its team and operators may. */
export function maySee(you: Pick<Token, 'role' | 'app'>, app: string): boolean {
  return seesAll(you) || you.app === app;
}

/** @returns whether the token may read every app. */
function seesAll({ role, app }: Pick<Token, 'role' | 'app'>): boolean {
  return role === 'operator' || (role === 'read' && app === null);
}

/** @returns whether a publish is a check or a preview. */
function isTrial({ query }: FastifyRequest): boolean {
  const { check, preview } = (query ?? {}) as { check?: string; preview?: string };
  return check === '1' || preview === '1';
}

/**
 * Decides by the role of a token.
 * @param apps the apps of the operation; empty for an operation on the whole site.
 * @param trial a publish that only checks or previews.
 * @returns false also for a role of a newer version.
 */
export function mayDo(
  token: Pick<Token, 'role' | 'app'>,
  operation: OperationName,
  apps: string[],
  trial = false,
): boolean {
  const { role: needed, method } = OPERATIONS[operation];
  const isOwn = apps.length > 0 && apps.every((app) => app === token.app);
  const reads = method === 'GET' && needed === 'any';
  switch (token.role) {
    case 'operator':
      return true;
    case 'team':
      return needed === 'any' || (needed === 'team' && isOwn) || OF_TOKENS.has(operation);
    case 'read':
      return (
        reads ||
        (method === 'GET' &&
          needed === 'team' &&
          (isOwn || (token.app === null && !OF_PERSONS.has(operation))))
      );
    case 'preview':
      return reads || (isOwn && ((operation === 'publish' && trial) || operation === 'endPreview'));
    case 'invalidate':
      return operation === 'invalidate' && isOwn;
    case 'metrics':
      return operation === 'metrics';
    default:
      return false;
  }
}
