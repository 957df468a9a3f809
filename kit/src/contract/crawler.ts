/** The user agents that the original kept its error screen from (semantics §8), without the phone named Cubot. */
const CRAWLERS = /(?<!\bcu)bot\b|chrome-lighthouse|facebookexternalhit|google\b/i;

/**
 * Whether an error is only logged, so that a crawler keeps the server's HTML (spec §4, §8).
 * @param userAgent the User-Agent header, or `navigator.userAgent`; '' when there is none.
 * @param isbot the isbot package's function, which knows far more of them.
 */
export function isCrawler(userAgent: string, isbot: (userAgent: string) => boolean): boolean {
  return CRAWLERS.test(userAgent) || isbot(userAgent);
}
