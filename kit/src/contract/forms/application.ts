import type { FormContract } from './form-contract.ts';

/** Largest CV, in bytes. */
export const MAX_CV_BYTES = 5 * 1024 * 1024;

export const application: FormContract<'application'> = {
  name: 'application',
  version: 1,
  action: '/api/applications',
  minElapsedMs: 2_000,
  thanks: 'Thank you. Your application is with us, and a person will read it.',
  fields: [
    { name: 'name', label: 'your name', kind: 'line', required: true, max: 120 },
    { name: 'email', label: 'your email address', kind: 'email', required: true, max: 254 },
    { name: 'role', label: 'a role', kind: 'slug', required: true, max: 80, missing: 'Choose a role.' },
    { name: 'links', label: 'your links', kind: 'links', required: false, max: 1_000 },
    { name: 'message', label: 'a few words about you', kind: 'text', required: true, max: 5_000 },
    {
      name: 'cv',
      label: 'your CV',
      kind: 'pdf',
      required: true,
      max: MAX_CV_BYTES,
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
