import proxyAddress from '@fastify/proxy-addr';
import { z } from 'zod';

/** Proxies whose forwarding headers are believed, by their addresses; false: none. */
export const trustedProxies = z
  .string()
  .default('false')
  .transform((text, context) => {
    if (isOff(text)) return false;
    const message = proxyDefect(text);
    if (message === undefined) return text;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/**
 * Neither `true` nor a number of hops: both believe a visitor who reaches the gateway directly, and writes the header himself.
 * @returns what is wrong with it, as fastify will read it.
 */
function proxyDefect(text: string): string | undefined {
  const proxies = text.split(',').map((part) => part.trim());
  try {
    if (proxies.some((proxy) => /^\d+$/.test(proxy))) throw new Error('a number names nobody');
    proxyAddress.compile(proxies);
    return undefined;
  } catch (error) {
    const example = '10.0.0.5, 172.16.0.0/12, loopback, uniquelocal';
    return `${(error as Error).message}; it names proxies by address or network: ${example}`;
  }
}

function isOff(text: string): boolean {
  return /^(false|no|0)$/i.test(text);
}
