import { expect, it } from 'vitest';
import { isbot } from 'isbot';
import { isCrawler } from '../../src/navigation/crawler.ts';

const load = async () => isbot;
const CHROME =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

it.each([
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', true],
  ['Mozilla/5.0 Chrome-Lighthouse', true],
  ['facebookexternalhit/1.1', true],
  ['curl/8.5.0', true],
  [CHROME, false],
  [CHROME.replace('Chrome', 'HeadlessChrome'), false],
  ['Mozilla/5.0 (Linux; Android 13; CUBOT X50) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', false],
])('detects in %s a crawler: %s', async (userAgent, crawler) => {
  expect(await isCrawler(userAgent, load)).toBe(crawler);
});

it('detects common crawlers, and no others, when the list of crawlers cannot be loaded', async () => {
  const none = () => Promise.reject(new Error('offline'));
  expect(await isCrawler('curl/8.5.0', none)).toBe(false);
  expect(await isCrawler('bingbot/2.0', none)).toBe(true);
});
