/** @returns the value of a cookie in a `Cookie` header; the first one, where there are several. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  for (const part of header.split(';')) {
    const [key = '', value = ''] = part.trim().split('=', 2);
    if (key === name) return value;
  }
  return undefined;
}

export interface CookieOptions {
  path: string;
  sameSite: 'Lax' | 'Strict';
  /** Sent over https only. */
  secure: boolean;
}

/** A cookie that scripts cannot read and that ends with the browser. @param value undefined takes it away. */
export function cookieHeader(
  name: string,
  value: string | undefined,
  { path, sameSite, secure }: CookieOptions,
): string {
  const parts = [`${name}=${value ?? ''}`, `Path=${path}`, 'HttpOnly', `SameSite=${sameSite}`];
  if (secure) parts.push('Secure');
  if (value === undefined) parts.push('Max-Age=0');
  return parts.join('; ');
}
