import type { FormDeclaration } from '@voltframe/kit/contract/forms/form';

/** The application for a role, on the role's page, with a CV. */
export const application: FormDeclaration = {
  name: 'application',
  version: 1,
  kind: 'enquiry',
  action: '/api/applications',
  page: '/careers/:slug',
  minElapsedMs: 2_000,
  thanks: 'Thank you. Your application is with us, and a person will read it.',
  fields: [
    { name: 'name', label: 'your name', kind: 'line', required: true, max: 120 },
    { name: 'email', label: 'your email address', kind: 'email', required: true, max: 254 },
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
      max: 5 * 1024 * 1024,
      missing: 'Attach your CV as a PDF.',
    },
    {
      name: 'consent',
      label: 'your consent',
      kind: 'consent',
      required: true,
      max: 3,
      missing: 'We need your consent to keep your application.',
    },
  ],
};
