import type { FormContract } from '@voltframe/kit/contract/forms/form-contract';
import { SERVICE_LABELS } from '@voltframe/kit/contract/page/service-labels';
import { MB } from '@voltframe/kit/contract/units';

type Field = FormContract['fields'][number];

const NAME: Field = { name: 'name', label: 'your name', kind: 'line', required: true, max: 120 };
const EMAIL: Field = { name: 'email', label: 'your email address', kind: 'email', required: true, max: 254 };
const consent = (missing: string): Field => ({
  name: 'consent',
  label: 'your consent',
  kind: 'consent',
  required: true,
  max: 3,
  missing,
});

/**
 * The forms that releases of contract 1.0 may name in place of a declaration (`contact@1`), because gateways of that
 * version contained them. A live release of 1.0 stays live (docs/decisions/017-a-window-of-contract-versions.md).
 * Contract 1.4 removes them.
 */
export const EARLIER_FORMS: readonly FormContract[] = [
  {
    name: 'contact',
    version: 1,
    kind: 'enquiry',
    action: '/api/contact',
    page: '/contact',
    minElapsedMs: 2_000,
    thanks: 'Thank you. Your message is with us, and a person will answer it.',
    fields: [
      NAME,
      EMAIL,
      { name: 'company', label: 'your company', kind: 'line', required: false, max: 160 },
      {
        name: 'topic',
        label: 'a topic',
        kind: 'choice',
        required: true,
        max: 40,
        options: SERVICE_LABELS.map(({ slug, label }) => ({ value: slug, label })),
        missing: 'Choose a topic.',
      },
      { name: 'message', label: 'your message', kind: 'text', required: true, max: 5_000 },
      consent('We need your consent to keep your message and answer it.'),
    ],
  },
  {
    name: 'application',
    version: 1,
    kind: 'enquiry',
    action: '/api/applications',
    page: '/careers/:slug',
    minElapsedMs: 2_000,
    thanks: 'Thank you. Your application is with us, and a person will read it.',
    fields: [
      NAME,
      EMAIL,
      {
        name: 'role',
        label: 'a role',
        kind: 'slug',
        required: true,
        max: 80,
        parameter: 'slug',
        missing: 'Choose a role.',
        gone: 'This role is no longer open.',
      },
      { name: 'links', label: 'your links', kind: 'links', required: false, max: 1_000 },
      { name: 'message', label: 'a few words about you', kind: 'text', required: true, max: 5_000 },
      {
        name: 'cv',
        label: 'your CV',
        kind: 'pdf',
        required: true,
        max: 5 * MB,
        missing: 'Attach your CV as a PDF.',
      },
      consent('We need your consent to keep your application.'),
    ],
  },
  {
    name: 'subscribe',
    version: 1,
    kind: 'subscription',
    action: '/api/subscribe',
    minElapsedMs: 800,
    thanks:
      'Check your inbox: if the address can be subscribed, a message with a link to confirm it is on its way.',
    fields: [EMAIL],
  },
];
