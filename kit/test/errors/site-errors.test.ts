import { describe, expect, it } from 'vitest';
import type { PlatformError } from '../../src/errors/define-errors.ts';
import { siteErrors } from '../../src/errors/site-errors.ts';
import { targetErrors } from '../../src/errors/target-errors.ts';

/** docs/behaviour.md 4.7. */
const SPEC: [error: PlatformError, code: string, status: number, fatal: boolean, message: string][] = [
  [siteErrors.PAGE_NOT_FOUND({ path: '/x?y' }), 'SITE_PAGE_NOT_FOUND', 404, false, 'Page not found: /x?y'],
  [siteErrors.PAGE_REFUSED({ path: '/x' }), 'SITE_PAGE_REFUSED', 404, true, 'Page Not Found: /x'],
  [
    targetErrors.EXTERNAL_NAVIGATION(),
    'SITE_EXTERNAL_NAVIGATION',
    400,
    false,
    'Navigating to an external URL is not allowed by default. Use `navigate(url, { external: true })`.',
  ],
  [
    targetErrors.UNSAFE_PROTOCOL({ protocol: 'javascript:' }),
    'SITE_UNSAFE_PROTOCOL',
    400,
    false,
    'Cannot navigate to a URL with a javascript: protocol',
  ],
  [
    siteErrors.UNKNOWN_GUARD({ name: 'x' }),
    'SITE_UNKNOWN_GUARD',
    500,
    true,
    "Unknown route middleware: 'x'.",
  ],
  [siteErrors.MANIFEST_FETCH(), 'SITE_MANIFEST_FETCH', 502, false, 'Error fetching app manifest'],
];

describe('errors of pages and of targets', () => {
  it.each(SPEC)('%s', (error, code, status, fatal, message) => {
    expect(error).toMatchObject({ code, status, fatal, message });
  });
});
