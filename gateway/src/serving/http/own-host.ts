import { isIP } from 'node:net';

/**
 * Checks the `Host` header: a page of another site whose name was made to lead to this machine (DNS rebinding) sends
 * that name. An IP address is no name, and `localhost` always leads here.
 * @param names other names that are accepted, in lower case.
 */
export function isOwnHost(host: string | undefined, names: readonly string[]): boolean {
  if (host === undefined || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return isLocal || isIP(hostname.replace(/^\[|\]$/g, '')) > 0 || names.includes(hostname);
}
