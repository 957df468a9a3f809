import { SERVICE_LABELS } from '../page/service-labels.ts';
import type { FormContract } from './form-contract.ts';

/** The seven services (docs/behaviour.md 1.3), as topics of an enquiry. */
export const TOPICS = SERVICE_LABELS.map(({ slug, label }) => ({ value: slug, label }));

export const contact: FormContract<'contact'> = {
  name: 'contact',
  version: 1,
  action: '/api/contact',
  minElapsedMs: 2_000,
  thanks: 'Thank you. Your message is with us, and a person will answer it.',
  fields: [
    { name: 'name', label: 'your name', kind: 'line', required: true, max: 120 },
    { name: 'email', label: 'your email address', kind: 'email', required: true, max: 254 },
    { name: 'company', label: 'your company', kind: 'line', required: false, max: 160 },
    {
      name: 'topic',
      label: 'a topic',
      kind: 'choice',
      required: true,
      max: 40,
      options: TOPICS,
      missing: 'Choose a topic.',
    },
    { name: 'message', label: 'your message', kind: 'text', required: true, max: 5_000 },
    {
      name: 'consent',
      label: 'your consent',
      kind: 'consent',
      required: true,
      max: 3,
      missing: 'We need your consent to keep your message and answer it.',
    },
  ],
};
