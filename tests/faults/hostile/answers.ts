/** Addresses of each app: pages with their data, a feed, missing pages, files for machines. */
export const ADDRESSES: Record<string, string[]> = {
  marketing: [
    '/',
    '/about',
    '/services',
    '/portfolio',
    '/portfolio?category=web',
    '/careers',
    '/contact',
    '/contact/_payload.json',
  ],
  blog: ['/blog', '/blog?tag=process', '/blog/feed.xml', '/blog/_payload.json', '/blog/not-there'],
  legal: ['/terms', '/privacy', '/terms/_payload.json'],
  shell: ['/nothing-here', '/robots.txt', '/sitemap.xml', '/x', '/members/area', '/-/live'],
};

/** Address → status, headers and body, without the parts that differ between compositions. */
export type Answers = Map<string, string>;

const IGNORED_HEADERS = new Set([
  'date',
  'etag',
  'x-composition',
  'connection',
  'keep-alive',
  'content-length',
  'age',
]);

/** @param except an app whose answers are ignored. */
export async function answersOf(url: string, except?: string): Promise<Answers> {
  const addresses = Object.entries(ADDRESSES).flatMap(([app, paths]) => (app === except ? [] : paths));
  const answers: Answers = new Map();
  for (const address of addresses) {
    const response = await fetch(url + address, { redirect: 'manual' });
    answers.set(address, mask(response, await response.text()));
  }
  return answers;
}

function mask(response: Response, body: string): string {
  const id = response.headers.get('x-composition') ?? 'none';
  const headers = [...response.headers]
    .filter(([name]) => !IGNORED_HEADERS.has(name))
    .map((pair) => pair.join(': '));
  return (
    [String(response.status), ...headers, body]
      .join('\n')
      .replaceAll(id, 'COMPOSITION')
      .replaceAll(/composition (?:<!-- -->)?[0-9a-f]{6}/g, 'COMPOSITION')
      // The home page shows the digests of all apps.
      .replaceAll(/\b[0-9a-f]{12}\b/g, 'DIGEST')
      .replaceAll(/\/assets\/[\w./~@-]+/g, 'ASSET')
      .replaceAll(/'sha256-[\w+/=]+'/g, 'HASH')
      .replaceAll(/"(?:timestamp|prerenderedAt)":\d+/g, 'TIME')
      .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::[\d.]+Z)?/g, 'TIME')
  );
}

/** @returns the addresses whose answers have changed, each with the first difference. */
export function changed(before: Answers, after: Answers): string[] {
  return [...after]
    .filter(([address, answer]) => before.get(address) !== answer)
    .map(([address, answer]) => `${address}: ${firstDifference(before.get(address) ?? '', answer)}`);
}

function firstDifference(a: string, b: string): string {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const around = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - 30), at + 60));
  return `${around(a)} became ${around(b)}`;
}
