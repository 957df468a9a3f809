import { parseCookie, stringifySetCookie } from 'cookie';

/** @returns the value of a cookie in a `Cookie` header; the first one, where there are several. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  return header === undefined ? undefined : parseCookie(header)[name];
}

export interface CookieOptions {
  path: string;
  sameSite: 'lax' | 'strict';
  /** Sent over https only. */
  secure: boolean;
  /** Seconds until it ends; absent: with the session of the browser. */
  maxAge?: number;
}

/** A cookie that scripts cannot read. @param value undefined removes the cookie. */
export function cookieHeader(name: string, value: string | undefined, options: CookieOptions): string {
  return stringifySetCookie({
    name,
    value: value ?? '',
    httpOnly: true,
    ...options,
    ...(value === undefined && { maxAge: 0 }),
  });
}
