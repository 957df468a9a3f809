/** The usual names, without the phone named Cubot; isbot knows more, and is loaded when it is needed only. */
const KNOWN = /(?<!\bcu)bot\b|chrome-lighthouse|facebookexternalhit|google\b/i;

/**
 * @returns whether a user agent is a crawler's: they keep the server's HTML, errors are only logged (docs/behaviour.md
 *   4.4). isbot counts every headless browser; one without another sign is a tool of a person and sees the pages of
 *   visitors.
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
