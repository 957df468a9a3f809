import { describe, expect, it } from 'vitest';
import { isCrawler } from '../../src/contract/crawler.ts';

const nobody = (): boolean => false;

describe('isCrawler', () => {
  it.each([
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', true],
    ['Mozilla/5.0 (compatible; bingbot/2.0)', true],
    ['AdsBot-Google (+http://www.google.com/adsbot.html)', true],
    ['LinkedInBot/1.0', true],
    ['Mozilla/5.0 (compatible; GPTBot/1.0)', true],
    ['Mozilla/5.0 (X11) Chrome-Lighthouse', true],
    ['facebookexternalhit/1.1', true],
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36', false],
    ['Mozilla/5.0 (Linux; Android 9; CUBOT P30) Chrome/140.0', false],
    ['Mozilla/5.0 (Linux; Android 9; Cubot) Chrome/140.0', false],
    ['Robotics/1.0', false],
    ['', false],
  ])('%j: %j', (userAgent, crawler) => {
    expect(isCrawler(userAgent, nobody)).toBe(crawler);
  });

  it('believes isbot about all others', () => {
    expect(isCrawler('Slurp', (userAgent) => userAgent === 'Slurp')).toBe(true);
  });
});
