import { type SubscriptionList, TEAM_EVENTS } from '@voltframe/kit/contract/operations/subscription';
import { z } from 'zod';
import type { AddOperation } from '../operation.ts';
import type { OpsDeps } from '../operations-deps.ts';

const LONGEST_ADDRESS = 1_000;

const request = z
  .strictObject({
    webhook: z
      .url({ protocol: /^https?$/, error: 'is not an address: https://hooks.example.com/blog' })
      .max(LONGEST_ADDRESS)
      .refine(
        (text) => !URL.canParse(text) || !(new URL(text).username || new URL(text).password),
        'has a user in it',
      )
      .optional(),
    mail: z.email('is not a mail address').max(254).optional(),
    events: z.array(z.enum(TEAM_EVENTS)).min(1).max(TEAM_EVENTS.length).optional(),
  })
  .refine(
    ({ webhook, mail }) => (webhook === undefined) !== (mail === undefined),
    'takes a webhook or a mail address',
  );

/** Receivers of an app's events, by its team. */
export function registerSubscriptions(operation: AddOperation, { alerts }: Pick<OpsDeps, 'alerts'>): void {
  operation('subscriptions', {}, async ({ params }): Promise<SubscriptionList> => ({
    subscriptions: await alerts.subscriptions.list(params.app),
  }));
  operation('subscribe', { body: request }, async ({ params, body: { events, ...to }, token, reply }) =>
    reply.code(201).send(await alerts.subscriptions.add(params.app, to, events, token.name)),
  );
  operation('unsubscribe', {}, ({ params, token }) =>
    alerts.subscriptions.remove(params.app, params.id, token.name),
  );
}
