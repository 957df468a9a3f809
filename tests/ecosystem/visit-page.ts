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
const EVERYTHING = 'html, body, #app *';

/** A page of another app. */
export interface Elsewhere {
  address: string;
  /** What its elements and the layout around it look like. */
  looks: string[];
}

/** @param address of a page that is loaded */
export async function lookAt(browser: Browser, address: string): Promise<Elsewhere> {
  const page = await browser.newPage();
  await load(page, address);
  const looks = await steadyLooks(page, EVERYTHING);
  await page.close();
  return { address, looks };
}

/**
 * Visits the page of a case: as a document without JavaScript, as a first load, by a click, and, if it has stylesheets,
 * once more after a page of another app and after another page of its own.
 * @param home address of the page with the links
 * @param sibling address of a page of the same app and policy that makes styles while it renders
 * @returns its problems: a missing text, an error of the console, an id that is there twice, a label without its
 *   field, an element that looks otherwise after a click or a return, a use that fails, another look of the other app
 */
export async function visitCase(
  browser: Browser,
  home: string,
  one: Case,
  elsewhere: Elsewhere,
  sibling?: string,
): Promise<string[]> {
  const address = `${home}/${one.name}`;
  const problems: string[] = [];
  const note = (when: string, found: string[]): void =>
    void problems.push(...found.map((problem) => `${when}: ${problem}`));
  const document = await (await fetch(address)).text();
  if (one.shows !== undefined && !textOf(document).includes(one.shows))
    note('in the document', [`"${one.shows}" is missing`]);
  let first: string[] | undefined;
  const arriveBy = async (when: string, arrive: (page: Page) => Promise<void>): Promise<void> => {
    const { problems: found, looks } = await visitUndisturbed(browser, one, arrive);
    note(when, found);
    const changed = first && looks && difference(first, looks);
    if (changed) note(when, [`it ${changed}`]);
    first ??= looks;
  };
  await arriveBy('first load', (page) => load(page, address));
  await arriveBy('by a click', async (page) => {
    await load(page, home);
    await page.locator(`main a[href="${new URL(address).pathname}"]`).click();
    await page.waitForURL(address);
    // A page with a policy of its own is a document of its own.
    await hydrated(page);
  });
  const hasStyles =
    one.route?.styles !== undefined || Object.values(one.files).some((text) => STYLES.test(text));
  if (hasStyles)
    await arriveBy('after another app', async (page) => {
      await load(page, address);
      await one.use?.(page).catch(() => {}); // noted before
      await follow(page, elsewhere.address);
      const changed = difference(elsewhere.looks, await steadyLooks(page, EVERYTHING));
      if (changed) throw new Error(`the page of another app ${changed}`);
      await page.goBack();
      await page.waitForURL(address);
      await hydrated(page);
    });
  if (sibling !== undefined)
    await arriveBy('after another page', async (page) => {
      await load(page, sibling);
      await follow(page, address);
      await page
        .getByText(one.shows ?? '')
        .first()
        .waitFor();
      await follow(page, sibling);
      await page.goBack();
      await page.waitForURL(address);
    });
  return problems;
}

const STYLES = /\.(?:css|scss|sass)['"]/;

/** @returns the first element that looks otherwise */
function difference(before: string[], after: string[]): string | undefined {
  const other = before.findIndex((look, index) => look !== after[index]);
  return other < 0 ? undefined : `looks otherwise: ${after[other]}; on a first load ${before[other]}`;
}

async function load(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await hydrated(page);
}

async function hydrated(page: Page): Promise<void> {
  await page.mouse.move(1, 1);
  await page.mouse.move(2, 2);
  await page.waitForSelector(HYDRATED, { state: 'attached' });
}

/** Follows a link to a page of the site. */
async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    const link = document.createElement('a');
    link.href = to;
    document.getElementById('main')!.append(link);
    link.click();
    link.remove();
  }, new URL(address).pathname);
  await page.waitForURL(address);
  await hydrated(page);
}

/** What Chromium reports of requests when an interface of the machine comes or goes, as with each container. */
const DISTURBED = 'net::ERR_NETWORK_CHANGED';
const MOST_VISITS = 3;

/** A visit during which the network of this machine changes is repeated. */
async function visitUndisturbed(...visited: Parameters<typeof visit>): ReturnType<typeof visit> {
  for (let visits = 1; ; visits++) {
    const seen = await visit(...visited);
    const isDisturbed = seen.problems.some((problem) => problem.includes(DISTURBED));
    if (!isDisturbed || visits === MOST_VISITS) return seen;
  }
}

/** @returns its problems, and what the elements of the page look like before it is used */
async function visit(
  browser: Browser,
  one: Case,
  arrive: (page: Page) => Promise<void>,
): Promise<{ problems: string[]; looks?: string[] }> {
  let looks: string[] | undefined;
  const problems: string[] = [];
  const page = await browser.newPage();
  page.setDefaultTimeout(LIMIT_MS);
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  for (const [address, body] of Object.entries(one.scripts ?? {}))
    await page.route(address, (route) =>
      route.fulfill({ body, contentType: body.startsWith('<') ? 'text/html' : 'text/javascript' }),
    );
  try {
    await arrive(page);
    if ((await page.getAttribute('html', 'data-hydrating')) !== 'false') problems.push('it did not hydrate');
    if (one.shows !== undefined) await page.getByText(one.shows).first().waitFor();
    if (one.late !== undefined) await page.waitForSelector(one.late, { state: 'attached' });
    problems.push(...(await page.evaluate(brokenReferences)));
    looks = await steadyLooks(page);
    await one.use?.(page);
  } catch (error) {
    problems.push((error as Error).message.split('\n').slice(0, 3).join(' '));
  } finally {
    await page.close();
  }
  return { problems: [...new Set(problems)], ...(looks && { looks }) };
}

/**
 * @returns the looks of the page when its animations have ended.
 * @throws Error when they change for as long as anything may take
 */
async function steadyLooks(page: Page, selector = 'main, main *'): Promise<string[]> {
  await page.evaluate(async () => void (await document.fonts.ready));
  let before: string[] = [];
  for (let waitedMs = 0; waitedMs < LIMIT_MS; waitedMs += STEADY_MS) {
    const now = await page.evaluate(looksOf, [selector, LOOKS] as const);
    if (now.join() === before.join()) return now;
    before = now;
    await page.waitForTimeout(STEADY_MS);
  }
  throw new Error('its looks change without end');
}

/**
 * Runs in the page.
 * @returns each element with its computed styles, at the start of the animations that never end
 */
function looksOf([selector, properties]: readonly [string, readonly string[]]): string[] {
  const endless = document
    .getAnimations()
    .filter(
      ({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime === Infinity,
    );
  for (const animation of endless) {
    animation.pause();
    animation.currentTime = 0;
  }
  const looks = [...document.querySelectorAll(selector)].map((element) => {
    const style = getComputedStyle(element);
    return [element.localName, ...properties.map((name) => `${name}: ${style.getPropertyValue(name)}`)].join(
      '; ',
    );
  });
  for (const animation of endless) animation.play();
  return looks;
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
