import { isIP } from 'node:net';

/**
 * Checks the `Host` header against DNS rebinding: a page of another site whose name resolves to this machine sends
 * that name. IP addresses and `localhost` are accepted.
 * @param names other names that are accepted, in lower case.
 */
export function isOwnHost(host: string | undefined, names: readonly string[]): boolean {
  if (host === undefined || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return isLocal || isIP(hostname.replace(/^\[|\]$/g, '')) > 0 || names.includes(hostname);
}
