import { createSignedValues, type SignedValues } from '../../platform/secrets/signed-values.ts';

/** Signs the ids of subscribers, for the links in their mails; a link holds no address. */
export type SubscriptionLinks = Record<'confirm' | 'end', SignedValues>;

export function createSubscriptionLinks(secret: string, now: () => number): SubscriptionLinks {
  return {
    confirm: createSignedValues(secret, 'confirm', now),
    end: createSignedValues(secret, 'end', now),
  };
}
