import {
  type OperationError,
  OPERATIONS,
  type OperationName,
} from '@voltframe/kit/contract/operations/operations';
import type { Token } from '@voltframe/kit/contract/operations/credentials';
import { isPlatformError } from '@voltframe/kit/errors/define-errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { gatewayErrors } from '../platform/errors.ts';
import type { TokenStore } from '../platform/secrets/token-store.ts';
import { authorize } from './authorize.ts';

type Paths = { [Name in OperationName]: (typeof OPERATIONS)[Name]['path'] };
type ParamsOf<Path extends string> = Path extends `${string}:${infer Param}/${infer Rest}`
  ? Record<Param, string> & ParamsOf<`/${Rest}`>
  : Path extends `${string}:${infer Param}`
    ? Record<Param, string>
    : unknown;

/** Schemas of the query and of the body; a call without a schema does not read that part. */
interface Inputs {
  query?: z.ZodType;
  body?: z.ZodType;
}

type Parsed<Input> = Input extends z.ZodType<infer Value> ? Value : undefined;

/** One authorized call with its checked inputs. */
interface Call<Name extends OperationName, In extends Inputs> {
  token: Token;
  params: ParamsOf<Paths[Name]>;
  query: Parsed<In['query']>;
  body: Parsed<In['body']>;
  request: FastifyRequest;
  reply: FastifyReply;
}

export type AddOperation = ReturnType<typeof operationsOn>;

/** @returns a function that adds one call of the operations API. The token is checked before the body is read. */
export function operationsOn(app: FastifyInstance, tokens: Pick<TokenStore, 'find' | 'findAlsoAway'>) {
  /**
   * @param inputs a call that does not match them gets 400 GW_BAD_REQUEST.
   * @param answer returns the response body, or the reply that it has sent.
   */
  return <Name extends OperationName, const In extends Inputs>(
    name: Name,
    inputs: In,
    answer: (call: Call<Name, In>) => unknown,
  ): void => {
    const { method, path } = OPERATIONS[name];
    const holders = new WeakMap<FastifyRequest, Token>();
    app.route({
      method,
      url: path,
      async onRequest(request) {
        holders.set(request, await authorize(request, name, appsOf(request), tokens));
      },
      async handler(request, reply) {
        return answer({
          token: holders.get(request)!,
          params: request.params as ParamsOf<Paths[Name]>,
          query: (inputs.query && readInput(inputs.query, request.query)) as Parsed<In['query']>,
          body: (inputs.body && readInput(inputs.body, request.body)) as Parsed<In['body']>,
          request,
          reply,
        });
      },
    });
  };
}

/** @returns the apps that the path names; a team's token has to be of all of them. */
function appsOf({ params }: FastifyRequest): string[] {
  const { app, apps } = params as { app?: string; apps?: string };
  return (apps ?? app)?.split(',') ?? [];
}

/** @throws GW_BAD_REQUEST with all problems of the input. */
export function readInput<Value>(schema: z.ZodType<Value>, input: unknown): Value {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim());
  throw gatewayErrors.BAD_REQUEST({ reason: issues.join('; ') });
}

/** @returns an error as a client of the operations port gets it. */
export function operationError(error: Error): OperationError {
  if (isPlatformError(error)) {
    const { status, code, why, fix } = error;
    // Teams and operators get the reason of a malformed call; visitors of the site do not.
    return { status, code, message: code === gatewayErrors.BAD_REQUEST.code ? why : error.message, fix };
  }
  const status = (error as FastifyError).statusCode ?? 500;
  if (status >= 500) return operationError(gatewayErrors.UNEXPECTED());
  return { status, code: gatewayErrors.BAD_REQUEST.code, message: error.message };
}

/** @returns the schema of a whole number in a query. */
export function numberUpTo(most: number, least = 1): z.ZodCoercedNumber {
  const reason = `is a whole number, ${least} to ${most}`;
  return z.coerce.number(reason).int(reason).min(least, reason).max(most, reason);
}
