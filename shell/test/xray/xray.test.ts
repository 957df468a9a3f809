// @vitest-environment happy-dom
import type { SiteFigures } from '@voltframe/kit/contract/page/site-figures';
import { beforeEach, expect, it, vi } from 'vitest';
import { createXray } from '../../src/xray/xray.ts';

const HOUR_MS = 3_600_000;
const FIGURES = {
  composition: 'c1',
  apps: [
    { app: 'shell', release: 'aaaaaaaaaaaa', islands: ['StatusNote'], scriptBytes: 92_040 },
    {
      app: 'blog',
      release: 'bbbbbbbbbbbb',
      islands: ['LatestPosts'],
      commit: 'a1b2c3d',
      team: 'Bench <b>notes</b>',
      activatedAt: 0,
      scriptBytes: 12_340,
    },
    { app: 'legal', release: 'cccccccccccc', islands: [], scriptBytes: 1 },
  ],
} as unknown as SiteFigures;

beforeEach(() => {
  document.body.innerHTML = `<div id="app"><header data-header></header>
    <main><h1>Title</h1>
      <div data-island="LatestPosts_abc"></div><div data-island="Unknown_abc"></div></main>
    <footer><button id="all" data-xray="" aria-pressed="false"></button></footer></div>`;
});

function setUp(answer: SiteFigures | null = FIGURES) {
  const fetch = vi.fn<() => Promise<Response>>(async () =>
    answer ? Response.json(answer) : new Response('', { status: 404 }),
  );
  const xray = createXray({
    window,
    composition: 'c1',
    pageApp: () => 'marketing',
    fetch,
    now: () => 3 * HOUR_MS,
  });
  const plates = () => [...document.querySelectorAll<HTMLElement>('[data-place]')];
  const labels = () => plates().map(({ textContent }) => textContent);
  const rail = () => document.querySelector('section');
  const items = () => [...rail()!.querySelectorAll<HTMLElement>('li button')];
  const note = () => rail()!.querySelector('[role=status]')!.textContent;
  const frames = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
  const press = async (selector: string) => {
    const button = document.querySelector<HTMLElement>(selector)!;
    xray.toggle(button);
    await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
    await new Promise((resolve) => setTimeout(resolve));
    return button;
  };
  return { xray, plates, labels, rail, items, note, frames, press };
}

const escape = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));

it('covers frame, page and islands with plates of their apps, and lists the apps of this page', async () => {
  const { labels, items, note, press } = setUp();
  const button = await press('#all');
  const shell = 'shell · aaaaaaaaaaaa';
  expect(labels()).toEqual([shell, shell, 'marketing', 'blog · Bench <b>notes</b> · bbbbbbbbbbbb · 3 h ago']);
  expect(items().map(({ textContent }) => textContent)).toEqual([
    'shellaaaaaaaaaaaa',
    'blogbbbbbbbbbbbb',
    'marketing',
  ]);
  expect([button.getAttribute('aria-pressed'), note()]).toEqual(['true', '3 releases rendered this page.']);
  escape();
});

it('reads the places of all parts before it draws the first plate, so that the page is laid out once', async () => {
  const { plates, press } = setUp();
  const platesAtReading: number[] = [];
  const parts = document.querySelectorAll<HTMLElement>('header, main, footer, [data-island^=Latest]');
  for (const part of parts)
    part.getBoundingClientRect = () => {
      platesAtReading.push(plates().length);
      return new DOMRect(0, 0, 100, 100);
    };
  await press('#all');
  expect([platesAtReading.slice(0, 4), plates().length]).toEqual([[0, 0, 0, 0], 4]);
  escape();
});

it('gives an app the kind of its place among all releases, on every page', async () => {
  document.querySelector('main')!.innerHTML = '';
  const { plates, press } = setUp({
    ...FIGURES,
    apps: [...FIGURES.apps, { ...FIGURES.apps[2]!, app: 'marketing' }],
  });
  await press('#all');
  expect(plates().map(({ dataset }) => `${dataset['app']} ${dataset['kind']}`)).toEqual([
    'shell 0',
    'shell 0',
    'marketing 3',
  ]);
  escape();
});

it.each([
  ['Escape', escape],
  ['a second press of the button', () => undefined],
  ['the button of its rail', () => document.querySelector<HTMLElement>('section > button')!.click()],
])('is removed completely by %s', async (how, end) => {
  const { xray, labels, rail, press } = setUp();
  const button = await press('#all');
  document.querySelector<HTMLElement>('section > button')!.focus();
  if (how.startsWith('a second')) xray.toggle(button);
  end();
  expect([labels(), rail(), button.getAttribute('aria-pressed'), document.activeElement]).toEqual([
    [],
    null,
    'false',
    button,
  ]);
});

it('sets no attribute of the document and of body, which leave with an app whose page is left', async () => {
  const attributes = () =>
    [document.documentElement, document.body].flatMap((element) =>
      [...element.attributes].map(({ name, value }) => `${name}=${value}`),
    );
  const { press } = setUp();
  const before = attributes();
  await press('#all');
  expect(attributes()).toEqual(before);
  escape();
});

it('lights the plates of an app while it is hovered or focused, and keeps them lit when it is pressed', async () => {
  const { plates, items, note, frames, press } = setUp();
  await press('#all');
  const lit = () => plates().flatMap(({ dataset }) => (dataset['light'] === 'on' ? [dataset['app']] : []));
  const [shell, blog] = items();
  blog!.dispatchEvent(new Event('pointerenter'));
  await frames();
  expect([lit(), note()]).toEqual([
    ['blog'],
    expect.stringMatching(
      /^blog · b{12} · team Bench .* · commit a1b2c3d · went live 3 h ago · 12\.3 kB of scripts/,
    ),
  ]);
  blog!.dispatchEvent(new Event('pointerleave'));
  await frames();
  expect([lit(), note()]).toEqual([[], '3 releases rendered this page.']);
  shell!.click();
  blog!.dispatchEvent(new Event('pointerenter'));
  blog!.dispatchEvent(new Event('pointerleave'));
  await frames();
  expect([lit(), shell!.getAttribute('aria-pressed')]).toEqual([['shell', 'shell'], 'true']);
  escape();
});

it('says that a part is below, and scrolls to it when its app is pressed', async () => {
  const island = document.querySelector<HTMLElement>('[data-island^=Latest]')!;
  island.getBoundingClientRect = () =>
    ({ top: 3000, bottom: 3200, left: 0, width: 1, height: 200 }) as DOMRect;
  const scrolled = vi.fn<() => void>();
  island.scrollIntoView = scrolled;
  const { items, note, press } = setUp();
  await press('#all');
  items()[1]!.dispatchEvent(new Event('focus'));
  expect(note()).toMatch(/ · below$/);
  items()[1]!.click();
  expect(scrolled).toHaveBeenCalledTimes(1);
  escape();
});

it('shows notes for a changed site and without figures', async () => {
  const changed = setUp({ ...FIGURES, composition: 'c2' });
  await changed.press('#all');
  expect(changed.note()).toMatch(/^The site has changed since/);
  escape();
  const { labels, note, press } = setUp(null);
  await press('#all');
  expect([note(), labels()]).toEqual([
    'The figures of the releases cannot be had just now.',
    ['shell', 'shell', 'marketing'],
  ]);
  escape();
});
