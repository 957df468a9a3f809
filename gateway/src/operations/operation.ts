import {
  type OperationError,
  OPERATIONS,
  type OperationName,
} from '@voltframe/kit/contract/operations/operations';
import type { Verdict } from '@voltframe/kit/contract/operations/verdict';
import type { Token } from '@voltframe/kit/contract/operations/credentials';
import { isPlatformError, type PlatformError } from '@voltframe/kit/errors/define-errors';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { gatewayErrors } from '../platform/errors.ts';
import { operationsErrors } from './operations-errors.ts';
import type { TokenStore } from '../platform/secrets/token-store.ts';
import { authorize } from './authorize.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a route of the operations API. */
    operation?: OperationName;
  }

  interface FastifyRequest {
    /** The token of a call of the operations API, or of the signed-in user of its page. */
    token: Token;
  }
}

/** The schema of a call without inputs. */
export const NO_BODY = { body: z.strictObject({}).nullish() };
export const OF_APP = { params: z.object({ app: z.string() }) };

/** @returns the method, the address and the name of a call, for its route. */
export function operation(name: OperationName) {
  const { method, path } = OPERATIONS[name];
  return { method, url: path, config: { operation: name } } as const;
}

/**
 * Prepares a scope for routes of the API: checks the token of each call before its body is read, and answers inputs
 * that do not match the schema of the route with 400 GW_BAD_REQUEST.
 */
export function authorizeCalls(
  app: FastifyInstance,
  tokens: Pick<TokenStore, 'find' | 'findAlsoAway'>,
): void {
  app.addHook('onRequest', async (request) => {
    const { operation: name } = request.routeOptions.config;
    if (name !== undefined) request.token = await authorize(request, name, appsOf(request), tokens);
  });
  app.setSchemaErrorFormatter((issues) => inputError(issues));
}

/** @returns the apps that the path names; a team's token has to be of all of them. */
function appsOf({ params }: FastifyRequest): string[] {
  const { app, apps } = params as { app?: string; apps?: string };
  return (apps ?? app)?.split(',') ?? [];
}

/** @returns GW_BAD_REQUEST with all problems of an input. */
export function inputError(issues: readonly { instancePath: string; message?: string }[]): PlatformError {
  const problems = issues.map(({ instancePath, message = '' }) =>
    `${instancePath.slice(1).replaceAll('/', '.')} ${message}`.trim(),
  );
  return gatewayErrors.BAD_REQUEST({ reason: problems.join('; ') });
}

/** @returns an error as a client of the operations port gets it. */
export function operationError(error: Error): OperationError {
  if (isPlatformError(error)) {
    const { status, code, why, fix } = error;
    // Teams and operators get the reason of a malformed call; visitors of the site do not.
    return { status, code, message: code === gatewayErrors.BAD_REQUEST.code ? why : error.message, fix };
  }
  const status = (error as FastifyError).statusCode ?? 500;
  if (status >= 500) return operationError(operationsErrors.UNEXPECTED());
  return { status, code: gatewayErrors.BAD_REQUEST.code, message: error.message };
}

/** @returns the schema of a whole number in a query. */
export function numberUpTo(most: number, least = 1): z.ZodCoercedNumber {
  const reason = `is a whole number, ${least} to ${most}`;
  return z.coerce.number(reason).int(reason).min(least, reason).max(most, reason);
}

/** @returns the HTTP status of a verdict. */
export function statusOf({ accepted, waiting }: Verdict): number {
  if (accepted) return 200;
  return waiting ? 409 : 422;
}
