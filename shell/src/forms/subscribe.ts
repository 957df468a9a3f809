import type { FormContract } from '@voltframe/kit/contract/forms/form-contract';

/** The subscription form in the footer of every page. */
export const subscribe: FormContract = {
  name: 'subscribe',
  version: 1,
  kind: 'subscription',
  action: '/api/subscribe',
  minElapsedMs: 800,
  // The message does not depend on whether the address is known, so that it reveals no subscribers.
  thanks:
    'Check your inbox: if the address can be subscribed, a message with a link to confirm it is on its way.',
  fields: [{ name: 'email', label: 'your email address', kind: 'email', required: true, max: 254 }],
};
