import type { Page } from 'playwright';
import { expect } from 'vitest';
import { test } from './site-test.ts';

/** Features that a browser denies or lacks, removed before the scripts of the page. */
const REFUSALS = [
  {
    name: 'denied storage ("block all cookies") on an insecure origin',
    refuse: () => {
      Reflect.deleteProperty(Crypto.prototype, 'randomUUID');
      Reflect.deleteProperty(Navigator.prototype, 'clipboard');
      for (const name of ['sessionStorage', 'localStorage'])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException(`Failed to read the '${name}' property`, 'SecurityError');
          },
        });
    },
  },
  {
    name: 'missing observers, beacons, idle callbacks and view transitions',
    refuse: () => {
      for (const name of [
        'IntersectionObserver',
        'PerformanceObserver',
        'ResizeObserver',
        'requestIdleCallback',
      ])
        Reflect.deleteProperty(window, name);
      Reflect.deleteProperty(Navigator.prototype, 'sendBeacon');
      Reflect.deleteProperty(Document.prototype, 'startViewTransition');
    },
  },
  {
    name: 'the APIs of the oldest browser with import maps',
    refuse: () => {
      const newer: [object, string[]][] = [
        [Array.prototype, ['at', 'findLast', 'findLastIndex', 'toSorted', 'toReversed', 'toSpliced', 'with']],
        [String.prototype, ['at', 'isWellFormed', 'toWellFormed']],
        [Array, ['fromAsync']],
        [Object, ['hasOwn', 'groupBy']],
        [Map, ['groupBy']],
        [Promise, ['withResolvers', 'try']],
        [
          Set.prototype,
          ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'],
        ],
        [URL, ['canParse', 'parse']],
        [URLSearchParams.prototype, ['size']],
        [AbortSignal, ['timeout', 'any', 'abort']],
        [window, ['structuredClone', 'scheduler']],
        [
          Object.getPrototypeOf(Object.getPrototypeOf([].values())) as object,
          ['map', 'filter', 'some', 'toArray'],
        ],
      ];
      for (const [holder, names] of newer) for (const name of names) Reflect.deleteProperty(holder, name);
    },
  },
];

async function walk(page: Page): Promise<void> {
  const header = page.getByRole('navigation', { name: 'Main' });
  for (const [name, path] of [
    ['Blog', '/blog'],
    ['Contact', '/contact'],
  ] as const) {
    await header.getByRole('link', { name }).click();
    await page.waitForURL(`**${path}`);
  }
}

test.for(REFUSALS)(
  'with $name the site hydrates, answers a form in place, navigates without loading documents, and moves back',
  async ({ refuse }, { visit }) => {
    const { page, hydrated, loads } = await visit({ motion: 'no-preference' });
    await page.addInitScript(refuse);
    await page.route('**/api/subscribe', (route) => route.fulfill({ json: { ok: true, message: 'Noted.' } }));
    await page.goto('/');
    await hydrated();
    const footer = page.getByRole('contentinfo');
    await footer.getByRole('textbox').fill('ada@example.org');
    await footer.getByRole('button', { name: 'EXEC()' }).click();
    await expect.poll(() => footer.innerText()).toContain('Noted.');

    await walk(page);
    await page.getByRole('main').getByRole('textbox').first().fill('Ada');
    await page.goBack();
    await page.waitForURL('**/blog');
    await page.getByRole('main').getByRole('link').filter({ hasText: /.{20}/ }).first().click();
    await page.waitForURL('**/blog/*');
    await expect.poll(() => page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(loads).toEqual(['/']);
  },
);
