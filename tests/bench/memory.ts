import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from './run.ts';
import { anonymousBytes } from './support/process-usage.ts';
import { settled, withSite } from './support/server-process.ts';
import { median } from './support/statistics.ts';
import { atMost, kilobytes, figure } from './support/table.ts';

const STARTS = 5;
const RENDERS = 300;
/** V8 and malloc return memory some time after the last request. */
const REST_MS = 60_000;

/** Memory of the gateway process, without render processes, after the last request. */
const bench: Bench = {
  title: 'Memory',
  async measure() {
    const rests: number[] = [];
    for (let start = 0; start < STARTS; start++) rests.push(await restingBytes());
    return [
      atMost(
        `RssAnon of the gateway, 60 s after ${RENDERS} renders, median of ${STARTS}`,
        median(rests),
        160e6,
        kilobytes,
      ),
      figure('RssAnon of each start', rests.map(kilobytes).join(', ')),
    ];
  },
};
export default bench;

async function restingBytes(): Promise<number> {
  return withSite({ env: { RENDER_NEW_PER_MINUTE: '0' } }, async (site) => {
    await settled(site);
    const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text();
    const pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, address]) => new URL(address!).pathname,
    );
    for (let render = 0; render < RENDERS; render++) {
      // A new query makes the render process render.
      const response = await fetch(
        `${site.url}${pages[render % pages.length]}?category=${render}&q=${render}`,
      );
      if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
      await response.arrayBuffer();
    }
    await sleep(REST_MS);
    return anonymousBytes(site.pid);
  });
}
