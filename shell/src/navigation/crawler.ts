/** The usual names, without the phone named Cubot. isbot knows more names and is loaded only when needed. */
const KNOWN = /(?<!\bcu)bot\b|chrome-lighthouse|facebookexternalhit|google\b/i;

/**
 * @returns whether a user agent is a crawler's. A crawler gets the server's HTML unchanged, and errors are only
 * logged (docs/behaviour.md 4.4). isbot counts every headless browser as a crawler. A headless browser without
 * another sign is a person's tool and gets the pages of visitors.
 */
export async function isCrawler(
  userAgent: string,
  loadIsbot: () => Promise<(userAgent: string) => boolean>,
): Promise<boolean> {
  if (KNOWN.test(userAgent)) return true;
  try {
    return (await loadIsbot())(userAgent.replace('HeadlessChrome', 'Chrome'));
  } catch {
    return false;
  }
}
