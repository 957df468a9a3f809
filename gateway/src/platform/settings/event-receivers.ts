import { APP_NAME } from '@voltframe/kit/contract/names';
import { EVENT_TYPES, type EventType } from '@voltframe/kit/contract/operations/event';
import { webhookSecret } from '@voltframe/kit/contract/operations/webhook-secret';
import { z } from 'zod';
import { settingsFile } from './settings-file.ts';

const MAX_RECEIVERS = 100;
const NAME = /^[a-z][a-z0-9-]{0,29}$/;
/** Form entries have the input of visitors, so a receiver names them. */
const DEFAULT_EVENTS: EventType[] = EVENT_TYPES.filter((type) => type !== 'form-entry');

const address = z.string().superRefine((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    context.addIssue('is not an address: https://hooks.example/blog');
  else if (url.username || url.password)
    context.addIssue('has a user or password in it, which fetch does not send');
});

const receiver = z
  .strictObject({
    url: address,
    secret: webhookSecret,
    /** Absent: all apps. */
    apps: z.array(z.string().regex(APP_NAME, 'is not the name of an app')).min(1).optional(),
    events: z.array(z.enum(EVENT_TYPES)).min(1).default(DEFAULT_EVENTS),
    /** Whether it can have a private address and `http:`. Nothing is sent to a private address of another receiver. */
    private: z.boolean().default(false),
  })
  .superRefine((given, context) => {
    if (!given.private && given.url.startsWith('http:'))
      context.addIssue({ code: 'custom', path: ['url'], message: 'needs https, or private: true' });
  });

/** The file of the receivers of events, by name. */
export const receiversFile = settingsFile(
  z
    .record(z.string().regex(NAME, 'is not a name of small letters, digits and hyphens'), receiver)
    .refine((all) => Object.keys(all).length <= MAX_RECEIVERS, `has more than ${MAX_RECEIVERS}`),
);

/** The receivers by name. */
export type EventReceivers = Readonly<Record<string, z.infer<typeof receiver>>>;
