import { defineErrors } from './define-errors.ts';

/**
 * Errors of the targets of navigations, apart from the other errors of pages because every page loads these before it
 * hydrates. docs/behaviour.md fixes their texts word for word.
 */
export const targetErrors = /* #__PURE__ */ defineErrors('SITE', {
  EXTERNAL_NAVIGATION: {
    status: 400,
    message:
      'Navigating to an external URL is not allowed by default. Use `navigate(url, { external: true })`.',
    why: 'The target is outside the site, and the call does not pass `external: true`.',
    fix: 'Pass `external: true` for an intended target, never for a target that a visitor can choose.',
  },
  UNSAFE_PROTOCOL: {
    status: 400,
    message: 'Cannot navigate to a URL with a {protocol} protocol',
    why: 'Such a URL runs code or shows content in the name of the site.',
    fix: 'Link to an http(s), mailto or tel address.',
  },
  INVALID_URL: {
    status: 400,
    message: 'Cannot navigate to an invalid URL',
    why: 'The target cannot be read as a URL of the site.',
    fix: 'Percent-encode the target, and leave out encoded dot segments and control characters.',
  },
});
