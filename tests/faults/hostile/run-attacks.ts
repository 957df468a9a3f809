import type { Attack } from './attack.ts';
import type { ATTACKER, HostileSite } from './hostile-site.ts';

/** Addresses of each app: pages with their data, a feed, missing pages, files for machines. */
const ADDRESSES: Record<string, string[]> = {
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
type Answers = Map<string, string>;

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
async function answersOf(url: string, except?: string): Promise<Answers> {
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
function changed(before: Answers, after: Answers): string[] {
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

/** Runs attacks, and compares the answers to others: during the attack, after it, and after a restart. */
export interface Arena {
  /** @returns the failures, none if the attack had no effect on others */
  attack(attack: Attack): Promise<string[]>;
  /** @returns the answers that differ from those before the first attack. */
  afterRestart(): Promise<string[]>;
}

/**
 * Restarts of the gateway while a release of an attack is live: for the first attack of each aim, for each, or never.
 * The restart at the end covers all other attacks.
 */
export type Restarts = 'aim' | 'each' | 'none';

/** @param attacker the app whose own answers are ignored while its attack is live; undefined for a visitor. */
export async function openArena(
  site: HostileSite,
  attacker: typeof ATTACKER | undefined,
  restarts: Restarts,
): Promise<Arena> {
  // The first answers may differ from later ones, which come from caches.
  await answersOf(site.gateway.url);
  const before = await answersOf(site.gateway.url);
  const since = async (when: string, except?: string): Promise<string[]> =>
    answersOf(site.gateway.url, except).then(
      (answers) => changed(before, answers).map((difference) => `${when}: ${difference}`),
      (error: unknown) => [`${when}: no answer at all: ${String(error)}`],
    );
  const restarted = new Set<string>();
  const isDue = (aim: string, outcome: string): boolean => {
    if (restarts === 'each') return attacker === undefined || isLive(outcome);
    const isFirst = restarts === 'aim' && isLive(outcome) && !restarted.has(aim);
    if (isFirst) restarted.add(aim);
    return isFirst;
  };
  return {
    async attack({ aim, run, expected }) {
      const outcome = await run(site).catch((error: unknown) => `it threw ${String(error)}`);
      const failed = expected.test(outcome)
        ? []
        : [`the outcome was ${outcome.slice(0, 600)}, expected ${expected}`];
      failed.push(...(await since('during the attack', attacker)));
      if (isDue(aim, outcome)) {
        await site.restart();
        failed.push(...(await since('during the attack, after a restart', attacker)));
      }
      if (attacker === undefined) return failed;
      await site.undo().catch((error: Error) => failed.push(error.message));
      return [...failed, ...(await since('after the rollback'))];
    },
    async afterRestart() {
      await site.restart();
      return since('after a restart');
    },
  };
}

/** Whether the release of the attacker is live. */
function isLive(outcome: string): boolean {
  return /^(live|accepted)/.test(outcome);
}
