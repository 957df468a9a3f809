import { expect, test } from 'vitest';
import { browserFamily } from '../../../../src/observing/errors/reports/browser-family.ts';

test.each([
  [
    'chromium',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  ],
  [
    'chromium',
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
  ],
  ['firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'],
  [
    'safari',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  ],
  ['other', 'curl/8.0'],
  ['other', undefined],
  ['other', 'x'.repeat(10_000_000)],
])('of %s', (family, userAgent) => {
  expect(browserFamily(userAgent)).toBe(family);
});
