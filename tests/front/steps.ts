import type { Verdict } from '@voltframe/kit/contract/operations/verdict';
import type { BrowserContext, Page } from 'playwright';
import { type Figures, must } from '../containers/report.ts';
import type { OperatedSite } from '../e2e/operated-site.ts';
import { ask } from './ask.ts';

/** A site behind a front, and the browser of a visitor. */
export interface World {
  site: OperatedSite;
  /** Address of the front, and `SITE_URL`; without a slash at its end. */
  url: string;
  context: BrowserContext;
}

/** Opens a page, and waits until it follows its links. */
export async function open({ context, url }: World, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url + path);
  await page.locator('html[data-links=followed]').waitFor({ state: 'attached' });
  return page;
}

const PAGES = ['/', '/about', '/services', '/portfolio', '/careers', '/contact', '/terms', '/privacy'];
export const BROWSER = { accept: 'text/html', 'accept-encoding': 'gzip, br' };
/** Posts that the site accepts from one address. */
export const MOST_POSTS = 6;

/** Every page hydrates over one protocol, without errors in its console. */
export async function pages(world: World, protocol: string): Promise<Figures> {
  const complaints: string[] = [];
  const protocols = new Set<string>();
  for (const at of PAGES) {
    const page = await world.context.newPage();
    page.on(
      'console',
      (message) => message.type() === 'error' && complaints.push(`${at}: ${message.text()}`),
    );
    page.on('pageerror', (error) => complaints.push(`${at}: ${error.message}`));
    const answer = await page.goto(world.url + at);
    must(answer?.status() === 200, `${at} is ${answer?.status()}`);
    await page.locator('html[data-links=followed]').waitFor({ state: 'attached' });
    const used = await page.evaluate(() =>
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(
        (entry) => entry.nextHopProtocol,
      ),
    );
    for (const each of used) if (each !== '') protocols.add(each);
    await page.close();
  }
  must(complaints.length === 0, complaints.join('\n'));
  must([...protocols].join() === protocol, `protocols: ${[...protocols].join()}`);
  return { pages: PAGES.length, protocol };
}

/** A click changes the page without loading a document. */
export async function navigation(world: World): Promise<void> {
  const page = await open(world, '/');
  await page.evaluate(() => Object.assign(window, { same: true }));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
  await page.waitForURL('**/terms');
  await page.getByRole('heading', { level: 1 }).waitFor();
  must(await page.evaluate(() => 'same' in window), 'a document was loaded');
  await page.close();
}

/** Encoding, ETag and headers of an answer pass the front unchanged. */
export async function answers({ url, site }: World): Promise<void> {
  const behind = await ask(`${site.gateway.url}/about`, { headers: BROWSER });
  const before = await ask(`${url}/about`, { headers: BROWSER });
  const passed = [
    'content-encoding',
    'vary',
    'etag',
    'content-security-policy',
    'cache-control',
    'x-composition',
  ];
  for (const name of passed)
    must(before.headers[name] === behind.headers[name], `${name}: ${String(before.headers[name])}`);
  must(before.text === behind.text, 'the body differs');
  const again = await ask(`${url}/about`, {
    headers: { ...BROWSER, 'if-none-match': String(before.headers.etag) },
  });
  must(again.status === 304 && again.text === '', `a matching if-none-match answers ${again.status}`);
  must(
    !(await ask(`${url}/about`)).headers['content-encoding'],
    'an answer is encoded without accept-encoding',
  );
  const long = await ask(`${url}/about?${'x'.repeat(7_900)}`, { headers: { 'x-long': 'y'.repeat(6_000) } });
  must(
    long.headers['x-composition'] !== undefined,
    `an address of 8 KB does not reach the gateway: ${long.status}`,
  );
  for (const count of [6, 24]) {
    // A cookie of a browser has at most 4 KB.
    const cookie = Array.from({ length: count }, (_, index) => `c${index}=${'b'.repeat(3_000)}`).join('; ');
    const { status, headers } = await ask(`${url}/about`, { headers: { cookie } });
    const cleared = String(headers['clear-site-data']);
    must(status === 431 && cleared === '"cookies"', `${count} cookies of 3 KB: ${status}, ${cleared}`);
  }
}

/** The limit of posts uses the address of the connection, not X-Forwarded-For of a visitor. */
export async function forms({ url }: World): Promise<Figures> {
  const post = (from: string, number: number) =>
    ask(`${url}/api/subscribe`, {
      method: 'POST',
      from,
      headers: {
        accept: 'text/html',
        origin: url,
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': `203.0.113.${number}`,
      },
      body: `email=visitor-${number}-${from}%40example.com`,
    });
  const statuses: number[] = [];
  for (let number = 1; number <= MOST_POSTS + 1; number++)
    statuses.push((await post('127.0.0.1', number)).status);
  const taken = statuses.filter((status) => status === 303).length;
  must(taken === MOST_POSTS && statuses.at(-1) === 429, `posts of one visitor: ${statuses.join()}`);
  const other = await post('127.0.0.2', 1);
  must(other.status === 303, `the post of another visitor: ${other.status}`);
  return { taken };
}

/** The headers of an address that a person opened. */
const BY_PERSON = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

/** Only a visitor with its cookie sees a preview. */
export async function preview({ site, url }: World): Promise<void> {
  const { out } = await site.mfe(
    ['publish', '--preview', '--json', site.editTerms('Terms of a preview')],
    site.team,
  );
  const { previewUrl } = JSON.parse(out) as Verdict & { previewUrl: string };
  const entered = await ask(url + new URL(previewUrl).pathname, { headers: { ...BROWSER, ...BY_PERSON } });
  const cookie = String(entered.headers['set-cookie']).split(';', 1)[0]!;
  must(
    entered.status === 303 && /; Secure/i.test(String(entered.headers['set-cookie'])),
    `the address of the preview answers ${entered.status}`,
  );
  const plain = { accept: 'text/html' };
  await ask(`${url}/terms`, { headers: plain });
  const shown = await ask(`${url}/terms`, { headers: { ...plain, cookie } });
  must(shown.text.includes('Terms of a preview'), 'the preview is not shown');
  must(String(shown.headers['cache-control']).includes('no-store'), 'a cache may store a preview');
  const others = await ask(`${url}/terms`, { headers: plain });
  must(!others.text.includes('Terms of a preview'), 'others see the preview');
}

/** The front caches the files of a release. */
export async function cachedFiles({ url }: World): Promise<void> {
  const { text } = await ask(`${url}/about`, { headers: { accept: 'text/html' } });
  const [file] = /\/assets\/shell\/[\w.-]+\.css/.exec(text) ?? [];
  const look = () => ask(url + file, { headers: BROWSER });
  await look();
  const { headers } = await look();
  must(headers['x-cache'] === 'HIT', `x-cache: ${String(headers['x-cache'])}`);
}
