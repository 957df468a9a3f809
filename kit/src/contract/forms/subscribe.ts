import type { FormContract } from './form-contract.ts';

export const subscribe: FormContract<'subscribe'> = {
  name: 'subscribe',
  version: 1,
  action: '/api/subscribe',
  minElapsedMs: 800,
  // The same whether or not the address is known: it must not tell who subscribes.
  thanks:
    'Check your inbox: if the address can be subscribed, a message with a link to confirm it is on its way.',
  fields: [{ name: 'email', label: 'your email address', kind: 'email', required: true, max: 254 }],
};
