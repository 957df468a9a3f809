import type { FormDeclaration } from '@voltframe/kit/contract/forms/form';
import { SERVICE_LABELS } from '@voltframe/kit/contract/page/service-labels';

/** The enquiry of the contact page. Its topics are the seven services, and anything else. */
export const contact: FormDeclaration = {
  name: 'contact',
  version: 1,
  kind: 'enquiry',
  action: '/api/contact',
  page: '/contact',
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
      options: [
        ...SERVICE_LABELS.map(({ slug, label }) => ({ value: slug, label })),
        { value: 'something-else', label: 'Something else' },
      ],
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
