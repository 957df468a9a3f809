import type { Page } from 'playwright';
import type { Bench } from './run.ts';
import { inBrowser } from './support/browser-site.ts';
import { percentile } from './support/statistics.ts';
import { addNotes } from './support/synthetic-notes.ts';
import { type Row, atMost, kilobytes, milliseconds, figure } from './support/table.ts';

/** Number of notes (0: the real ones), and the bar of the compressed index, in bytes. */
const SIZES = [
  { notes: 0, bytes: 12_500 },
  { notes: 1_000, bytes: 150_000 },
];
const FIRST_RESULT_MS = 50;
/** Typed letter by letter. */
const WORDS = ['caching', 'validators', 'queue', 'release', 'sampling jitter'];

const bench: Bench = {
  title: 'Search of the blog',
  async measure() {
    const rows: Row[] = [];
    for (const size of SIZES) rows.push(...(await measure(size)));
    return rows;
  },
};
export default bench;

function measure({ notes, bytes }: (typeof SIZES)[number]): Promise<Row[]> {
  const prepare = (folders: Record<string, string>): void => {
    if (notes > 0) addNotes(folders['blog']!, notes);
  };
  return inBrowser({ prepare }, async (site, browser) => {
    const index = await fetch(`${site.url}/blog/search.json`, { headers: { 'accept-encoding': 'br' } });
    const { slug } = (await index.json()) as { slug: string[] };
    const of = `${slug.length} notes`;
    const page = await browser.newPage();
    await page.goto(`${site.url}/blog`);
    await page.mouse.move(1, 1);
    await page.mouse.move(2, 2);
    await page.locator('html[data-links=followed]').waitFor({ state: 'attached' });
    await page.getByRole('searchbox').focus();
    await page.getByRole('searchbox').fill('caching');
    await page.locator('[data-result]').first().waitFor();
    const times: number[] = [];
    for (const word of WORDS) times.push(...(await typeWord(page, word)));
    const server = performance.now();
    await (await fetch(`${site.url}/blog?q=rollback`)).text();
    return [
      atMost(`index of ${of}, brotli`, Number(index.headers.get('content-length')), bytes, kilobytes),
      atMost(
        `key press to the results in the document, ${of}, p95`,
        percentile(times, 0.95),
        FIRST_RESULT_MS,
        milliseconds,
      ),
      figure(
        `… p50 / slowest of ${times.length}`,
        `${milliseconds(percentile(times, 0.5))} / ${milliseconds(Math.max(...times))}`,
      ),
      figure(`answer of the server to a new query, ${of}`, milliseconds(performance.now() - server)),
    ];
  });
}

/** @returns the time until the results are laid out for each letter, in ms */
function typeWord(page: Page, word: string): Promise<number[]> {
  return page.evaluate(async (letters) => {
    const box = document.querySelector<HTMLInputElement>('input[type=search]')!;
    const status = document.querySelector('main [role=status]')!;
    const times: number[] = [];
    for (let length = 1; length <= letters.length; length++) {
      if (letters[length - 1] === ' ') continue; // same query
      const changed = new Promise<void>((done) => {
        const observer = new MutationObserver(() => {
          observer.disconnect();
          done();
        });
        observer.observe(status, { childList: true, characterData: true, subtree: true });
      });
      const started = performance.now();
      box.value = letters.slice(0, length);
      box.dispatchEvent(new Event('input', { bubbles: true }));
      await changed;
      document.getElementById('notes')!.getBoundingClientRect();
      times.push(performance.now() - started);
    }
    return times;
  }, word);
}
