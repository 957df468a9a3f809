import { listOf } from './setting-formats.ts';

/** Where events of an app are to be sent: one of the two. */
export interface Receiver {
  webhook?: string | undefined;
  mail?: string | undefined;
}

const ENTRY = /^(?:@|\*\.)?[\w-]+(?:\.[\w-]+)*$/;

/** Hosts of webhooks and domains of mail addresses: `hooks.example.com, *.chat.example, @example.com` */
export const eventReceivers = listOf(
  (entry) => (ENTRY.test(entry) ? entry.toLowerCase() : undefined),
  (entry) =>
    `"${entry}" is not a host, *. and a domain, or @ and a mail domain: hooks.example.com, @example.com`,
);

/**
 * @param allowed entries of the setting. @param to a well-formed address.
 * @returns the entry that is missing; undefined: the operator allows the receiver.
 */
export function missingReceiver(
  allowed: readonly string[],
  { webhook, mail = '' }: Receiver,
): string | undefined {
  const name = (
    webhook === undefined ? mail.slice(mail.lastIndexOf('@')) : new URL(webhook).hostname
  ).toLowerCase();
  const isListed = allowed.some(
    (entry) =>
      entry === name || (entry.startsWith('*.') && webhook !== undefined && name.endsWith(entry.slice(1))),
  );
  return isListed ? undefined : name;
}
