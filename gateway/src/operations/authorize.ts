import { OPERATIONS, type OperationName } from '@voltframe/kit/contract/operations/operations';
import type { Token } from '@voltframe/kit/contract/operations/token';
import type { FastifyRequest } from 'fastify';
import { gatewayErrors } from '../errors.ts';
import type { TokenStore } from '../stores/token-store.ts';

/**
 * Who calls, before anything of the call is read or looked up.
 * @param apps the apps that a team's token has to be bound to.
 * @throws GW_TOKEN_REFUSED, the same for every cause; only the status tells a missing token from a wrong one.
 */
export async function authorize(
  request: FastifyRequest,
  operation: OperationName,
  apps: string[],
  tokens: TokenStore,
): Promise<Token> {
  const [, secret = ''] = /^Bearer ([\w-]{20,100})$/.exec(request.headers.authorization ?? '') ?? [];
  const token = await tokens.find(secret);
  if (!token) throw gatewayErrors.TOKEN_REFUSED();
  if (!mayDo(token, operation, apps)) throw Object.assign(gatewayErrors.TOKEN_REFUSED(), { status: 403 });
  return token;
}

/** @param apps what it is done to; none for what is not about an app. */
export function mayDo(token: Token, operation: OperationName, apps: string[]): boolean {
  const { role } = OPERATIONS[operation];
  if (role === 'any' || token.role === 'operator') return true;
  return role === 'team' && apps.length > 0 && apps.every((app) => app === token.app);
}
