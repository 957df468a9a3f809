import type { Browser, Page } from 'playwright';
import type { Case } from './case.ts';

/** Long enough for a busy machine. */
const LIMIT_MS = 30_000;
const HYDRATED = 'html[data-hydrating="false"], html[data-hydrating="off"]';

/** Properties that show whether the styles of a page apply. */
const LOOKS = (
  'display position width height margin padding color background-color border ' +
  'opacity transform font-family font-size font-weight letter-spacing list-style-type'
).split(' ');
const STEADY_MS = 250;

/**
 * Visits the page of a case three times: as a document without JavaScript, as a first load, and by a click.
 * @param home address of the page with the links
 * @returns its problems: a missing text, an error of the console, an id that is there twice, a label without its
 *   field, an element that looks otherwise after a click, a use that fails
 */
export async function visitCase(browser: Browser, home: string, one: Case): Promise<string[]> {
  const address = `${home}/${one.name}`;
  const problems: string[] = [];
  const note = (when: string, found: string[]): void =>
    void problems.push(...found.map((problem) => `${when}: ${problem}`));
  const document = await (await fetch(address)).text();
  if (one.shows !== undefined && !textOf(document).includes(one.shows))
    note('in the document', [`"${one.shows}" is missing`]);
  const looks: string[][] = [];
  note(
    'first load',
    await visit(browser, one, looks, async (page) => {
      await page.goto(address);
      await page.mouse.move(1, 1);
      await page.waitForSelector(HYDRATED, { state: 'attached' });
    }),
  );
  note(
    'by a click',
    await visit(browser, one, looks, async (page) => {
      await page.goto(home);
      await page.mouse.move(1, 1);
      await page.waitForSelector(HYDRATED, { state: 'attached' });
      await page.locator(`main a[href="${new URL(address).pathname}"]`).click();
      await page.waitForURL(address);
      // A page with a policy of its own is a document of its own.
      await page.mouse.move(2, 2);
      await page.waitForSelector(HYDRATED, { state: 'attached' });
    }),
  );
  const [loaded = [], clicked = []] = looks;
  const other = loaded.findIndex((look, index) => look !== clicked[index]);
  if (other >= 0)
    note('by a click', [`it looks otherwise: ${clicked[other]}; on a first load ${loaded[other]}`]);
  return problems;
}

/** @param looks gets what the elements of the page look like before it is used */
async function visit(
  browser: Browser,
  one: Case,
  looks: string[][],
  arrive: (page: Page) => Promise<void>,
): Promise<string[]> {
  const problems: string[] = [];
  const page = await browser.newPage();
  page.setDefaultTimeout(LIMIT_MS);
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  try {
    await arrive(page);
    if ((await page.getAttribute('html', 'data-hydrating')) !== 'false') problems.push('it did not hydrate');
    if (one.shows !== undefined) await page.getByText(one.shows).first().waitFor();
    problems.push(...(await page.evaluate(brokenReferences)));
    looks.push(await steadyLooks(page));
    await one.use?.(page);
  } catch (error) {
    problems.push((error as Error).message.split('\n').slice(0, 3).join(' '));
  } finally {
    await page.close();
  }
  return [...new Set(problems)];
}

/** @returns the looks of the page when its animations have ended. */
async function steadyLooks(page: Page): Promise<string[]> {
  for (let before: string[] = []; ;) {
    const now = await page.evaluate(looksOf, LOOKS);
    if (now.join() === before.join()) return now;
    before = now;
    await page.waitForTimeout(STEADY_MS);
  }
}

/** Runs in the page. @returns each element of the page with its computed styles */
function looksOf(properties: string[]): string[] {
  return [...document.querySelectorAll('main, main *')].map((element) => {
    const style = getComputedStyle(element);
    return [element.localName, ...properties.map((name) => `${name}: ${style.getPropertyValue(name)}`)].join(
      '; ',
    );
  });
}

/** Runs in the page. @returns ids that are there twice, and labels that name no field */
function brokenReferences(): string[] {
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  const twice = ids.filter((id, i) => ids.indexOf(id) !== i).map((id) => `the id ${id} is there twice`);
  const names = ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls'];
  const lost = names.flatMap((name) =>
    [...document.querySelectorAll(`main [${name}]`)].flatMap((element) =>
      element
        .getAttribute(name)!
        .split(/\s+/)
        .filter((id) => id !== '' && name !== 'aria-controls' && !document.getElementById(id))
        .map((id) => `${name}="${id}" names no element`),
    ),
  );
  return [...twice, ...lost];
}

/** @returns the text of a document, roughly. */
function textOf(html: string): string {
  return html
    .replaceAll(/<script[^]*?<\/script>|<!--[^]*?-->|<[^>]*>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
