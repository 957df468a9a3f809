import type { Token } from '@voltframe/kit/contract/operations/credentials';
import { HOUR_MS } from '@voltframe/kit/contract/units';
import type { FastifyRequest } from 'fastify';
import type { TokenStore } from '../../platform/secrets/token-store.ts';
import { cookieHeader, readCookie } from '../../platform/secrets/cookie.ts';
import type { SignedValues } from '../../platform/secrets/signed-values.ts';

/**
 * Sessions of the operations page. The cookie holds the id of a token, not the token: a revoked token ends the session.
 */
export interface Sessions {
  /** @returns the `Set-Cookie` of a new session. */
  open: (token: Token, secure: boolean) => string;
  /** @returns the `Set-Cookie` that ends it. */
  close: (secure: boolean) => string;
  find(request: Pick<FastifyRequest, 'headers'>): Promise<Token | undefined>;
}

const COOKIE = 'session';
const LENGTH_MS = 8 * HOUR_MS;

export function createSessions(
  signed: SignedValues,
  tokens: Pick<TokenStore, 'list'>,
  now: () => number,
): Sessions {
  const cookie = (value: string | undefined, secure: boolean) =>
    cookieHeader(COOKIE, value, { path: '/-/', sameSite: 'strict', secure });
  return {
    open: ({ id }: Token, secure: boolean): string => cookie(signed.sign(id, now() + LENGTH_MS), secure),
    close: (secure: boolean): string => cookie(undefined, secure),
    async find({ headers }: Pick<FastifyRequest, 'headers'>): Promise<Token | undefined> {
      const read = signed.read(readCookie(headers.cookie, COOKIE));
      return read && (await tokens.list()).find(({ id }) => id === read.value);
    },
  };
}

/** @returns whether a page of this port sent the form, by `Origin` and `Sec-Fetch-Site`. */
export function isOwnForm({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}
