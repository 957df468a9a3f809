import { APP_NAME } from '@voltframe/kit/contract/names';
import { EVENTS, type EventType } from '@voltframe/kit/contract/operations/event';
import { webhookSecret } from '@voltframe/kit/contract/operations/webhook-secret';
import { z } from 'zod';
import { listOf } from './setting-formats.ts';
import { settingsFile } from './settings-file.ts';

const MAX_APPS = 100;

const address = z.string().superRefine((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    context.addIssue('is not an address: https://hooks.example/blog');
  else if (url.username || url.password)
    context.addIssue('has a user or password in it, which fetch does not send');
});

const target = z
  .strictObject({
    webhook: z.strictObject({ url: address, secret: webhookSecret }).optional(),
    mail: z.email().optional(),
    /** Types of the events that it gets; absent: the default ones. */
    events: z
      .array(z.enum(Object.keys(EVENTS) as EventType[]))
      .min(1)
      .optional(),
  })
  .refine(({ webhook, mail }) => webhook ?? mail, {
    error: 'needs a webhook, a mail address, or both',
    when: ({ issues }) => issues.length === 0,
  });

/** The file of alert targets, by app; `*` is the target of each app without an entry of its own. */
export const alertsFile = settingsFile(
  z
    .record(
      z.string().refine((name) => name === '*' || APP_NAME.test(name), 'is neither the name of an app nor *'),
      target,
    )
    .refine((entries) => Object.keys(entries).length <= MAX_APPS, `has more than ${MAX_APPS}`),
);

/** The receiver of an app's events. */
export type AlertTarget = z.infer<typeof target>;

export type AlertSettings = Readonly<Record<string, AlertTarget>>;

/** @returns the receiver of an app's events; empty: alerts are only on the operations page and in `mfe status`. */
export function targetOf(settings: AlertSettings, app: string): AlertTarget {
  if (Object.hasOwn(settings, app)) return settings[app]!;
  return Object.hasOwn(settings, '*') ? settings['*']! : {};
}

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
