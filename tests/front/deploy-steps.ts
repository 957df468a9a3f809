import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EditedRelease } from '../bench/support/edited-release.ts';
import { until } from '../bench/support/waiting.ts';
import { type Figures, must } from '../containers/report.ts';
import { ask } from './ask.ts';
import { BROWSER, open, type World } from './steps.ts';

/** A returning browser gets a changed script as the difference. */
export async function differences(world: World): Promise<Figures> {
  const { site, url } = world;
  const folder = mkdtempSync(path.join(tmpdir(), 'voltframe-front-release-'));
  try {
    await (await open(world, '/privacy')).close();
    cpSync(path.resolve(import.meta.dirname, '../../mfe-legal/dist'), path.join(folder, 'dist'), {
      recursive: true,
    });
    const release = new EditedRelease(path.join(folder, 'dist'));
    const script = pageScript(release);
    const before = readFileSync(path.join(release.folder, script));
    release.replaceScript(script, `${String(before)}\n/* another day */`);
    release.publish();
    const published = await site.mfe(['publish', folder], site.team);
    must(published.code === 0, published.out);
    const next = pageScript(release);
    const digest = createHash('sha256').update(before).digest('base64');
    const headers = { 'accept-encoding': 'gzip, br, dcb', 'available-dictionary': `:${digest}:` };
    const address = `${url}/assets/legal/${next.slice('client/'.length)}`;
    // The gateway makes the difference after the deploy. Each request has a new address, because caches keep answers.
    await until(
      'the difference',
      async (look) => (await ask(`${address}?${look}`, { headers })).headers['content-encoding'] === 'dcb',
    );
    const page = await world.context.newPage();
    const session = await world.context.newCDPSession(page);
    const codings = new Map<string, string>();
    await session.send('Network.enable');
    session.on('Network.responseReceived', ({ response }) => {
      const coding = Object.entries(response.headers).find(
        ([name]) => name.toLowerCase() === 'content-encoding',
      );
      codings.set(path.basename(new URL(response.url).pathname), coding?.[1] ?? '');
    });
    await page.goto(`${url}/privacy`);
    await page.locator('html[data-links=followed]').waitFor({ state: 'attached' });
    await page.close();
    const got = codings.get(path.basename(next));
    must(got === 'dcb', `the browser got ${next} as ${got}; all files: ${[...codings].join(' ')}`);
    const { headers: plain } = await ask(address, { headers: BROWSER });
    must(plain['content-encoding'] !== 'dcb', 'a browser without the dictionary gets the difference');
    return { coding: got };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function pageScript({ release: { files } }: EditedRelease): string {
  return Object.keys(files).find((file) => /pages\.legal\.privacy\.\w+\.js$/.test(file))!;
}

/** A cache keeps documents until their content changes. The documents of other apps stay and still work. */
export async function purges(world: World): Promise<Figures> {
  const { site, url } = world;
  const look = (at: string) => ask(url + at, { headers: { accept: 'text/html' } });
  const isKept = async (at: string) => (await look(at)).headers['x-cache'] === 'HIT';
  // The first purge fails, because the cache starts after the gateway; the gateway repeats it.
  await until('the purge of the cache', async () => {
    const headers = { authorization: `Bearer ${site.gateway.token}` };
    const { text } = await ask(`${site.gateway.opsUrl}/-/metrics`, { headers });
    return text.includes('voltframe_outbox_waiting{channel="cdn-purge"} 0\n');
  });
  for (const at of ['/about', '/terms', '/sitemap.xml']) await until(at, () => isKept(at));
  const before = await look('/about');
  const hidden = ['surrogate-key', 'cache-tag', 'cdn-cache-control', 'xkey'].filter(
    (name) => name in before.headers,
  );
  must(hidden.length === 0, `visitors receive ${hidden.join()}`);
  const started = performance.now();
  const published = await site.mfe(['publish', site.editTerms('Terms after a deploy')], site.team);
  must(published.code === 0, published.out);
  const live = performance.now();
  await until('the purge', async () => (await look('/terms')).text.includes('Terms after a deploy'));
  const seen = performance.now();
  const after = await look('/about');
  must(after.headers['x-cache'] === 'HIT', 'a page of another app is no longer in the cache');
  must(after.headers['x-composition'] === before.headers['x-composition'], 'the page of another app changed');
  must(
    (await look('/terms')).headers['x-composition'] !== before.headers['x-composition'],
    'the deploy is not visible',
  );
  // A page from before the deploy still works with the files of its composition.
  const page = await open(world, '/about');
  await page.evaluate(() => Object.assign(window, { same: true }));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
  await page.waitForURL('**/terms');
  await page.getByRole('heading', { level: 1 }).waitFor();
  must(await page.evaluate(() => 'same' in window), 'a document was loaded');
  await page.close();
  const refused = await ask(`${url}/purge`, { method: 'POST', headers: { 'surrogate-key': 'shell' } });
  must(refused.status === 403, `a purge by a visitor answers ${refused.status}`);
  must(await isKept('/about'), 'a visitor could purge the cache');
  return { published: `${Math.round(live - started)} ms`, 'visible after': `${Math.round(seen - live)} ms` };
}
