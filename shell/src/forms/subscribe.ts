import type { FormDeclaration } from '@voltframe/kit/contract/forms/form';

/** The subscription form in the footer of every page. */
export const subscribe: FormDeclaration = {
  name: 'subscribe',
  version: 1,
  kind: 'subscription',
  action: '/api/subscribe',
  minElapsedMs: 800,
  // The message does not depend on whether the address is known, so that it reveals no subscribers.
  thanks:
    'Check your inbox. If the address is new here, a message is on its way with a link that confirms it.',
  fields: [{ name: 'email', label: 'your email address', kind: 'email', required: true, max: 254 }],
};
