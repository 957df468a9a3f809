import { describe, expect, it } from 'vitest';
import * as constants from '../../src/contract/site-constants.ts';

/** Spec §9, and the texts of §2, word by word: a change here is a change of the product. */
const SPEC: [name: keyof typeof constants, value: unknown][] = [
  ['BUILD_POLL_INTERVAL_MS', 3_600_000],
  ['RELOAD_GUARD_MS', 10_000],
  ['MAX_ROUTE_PRELOADS', 4],
  ['MANIFEST_DELAY_MS', 1000],
  ['MANIFEST_SKIPPED_CONNECTION', 'slow-2g'],
  ['PREFETCH_SKIPPED_CONNECTION', '2g'],
  ['ICON_FETCH_TIMEOUT_MS', 1500],
  ['ICON_URL_MAX_LENGTH', 500],
  ['ICON_PROVIDER_TIMEOUT_MS', 5000],
  ['ICON_ROTATION_DELAY_MS', 750],
  ['REPAINT_TIMEOUT_MS', 100],
  ['HEADER_SCROLL_THRESHOLD_PX', 50],
  ['LOGO_GLITCH_MS', 200],
  ['HEADER_LINES', 20],
  ['DEFAULT_ERROR_STATUS', 500],
  ['NOT_FOUND_TITLE', 'Page Not Found'],
  ['ERROR_TITLE', 'Internal Server Error'],
  ['MAX_REDIRECTS', 20],
  ['SUBSCRIBE_LABEL', 'EXEC()'],
];

describe('the constants of the spec', () => {
  it.each(SPEC)('%s is %j', (name, value) => {
    expect(Object.entries(constants)).toContainEqual([name, value]);
  });

  it('has seven links, seven services and four social links, each once', () => {
    const hrefs = constants.NAVIGATION_LINKS.map(({ href }) => href);
    expect(hrefs).toEqual(['/', '/about', '/services', '/portfolio', '/blog', '/careers', '/contact']);
    expect(new Set(constants.SERVICE_LABELS.map(({ slug }) => slug)).size).toBe(7);
    expect(constants.SOCIAL_LINKS.map(({ label }) => label)).toEqual([
      'Twitter',
      'LinkedIn',
      'GitHub',
      'Instagram',
    ]);
    expect(constants.LEGAL_LINKS.map(({ href }) => href)).toEqual(['/privacy', '/terms']);
    expect(constants.HEADER_ACTION).toEqual({ href: '/contact', label: 'INIT_PROJECT()' });
  });
});
