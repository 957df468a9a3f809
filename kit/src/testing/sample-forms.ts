import type { FormContract } from '../contract/forms/form-contract.ts';

/** An enquiry: every kind of text. */
export const contact: FormContract = {
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
        { value: 'robotics', label: 'Robotics' },
        { value: 'devops-ci-cd', label: 'DevOps CI/CD' },
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

/** On one page for each role, with a file. */
export const application: FormContract = {
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

/** On every page. */
export const subscribe: FormContract = {
  name: 'subscribe',
  version: 1,
  kind: 'subscription',
  action: '/api/subscribe',
  minElapsedMs: 800,
  // The same whether or not the address is known: it must not tell who subscribes.
  thanks:
    'Check your inbox: if the address can be subscribed, a message with a link to confirm it is on its way.',
  fields: [{ name: 'email', label: 'your email address', kind: 'email', required: true, max: 254 }],
};
