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
    <main><ol><li data-release="blog">blog <button data-xray="blog" aria-pressed="false"></button></li></ol>
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
  const boxes = () => [...document.querySelectorAll('[data-place]')].map(({ textContent }) => textContent);
  const panel = () => document.querySelector('section');
  const rows = () =>
    [...panel()!.querySelectorAll('li')].map((row) => [...row.children].map((one) => one.textContent));
  const press = async (selector: string) => {
    const button = document.querySelector<HTMLElement>(selector)!;
    xray.toggle(button);
    await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
    await new Promise((resolve) => setTimeout(resolve));
    return button;
  };
  return { xray, fetch, boxes, panel, rows, press };
}

const escape = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));

it('outlines frame, page and islands with their apps, and lists their releases', async () => {
  const { boxes, rows, panel, press } = setUp();
  const button = await press('#all');
  expect(boxes()).toEqual(['shell', 'shell', 'marketing', 'blog']);
  expect(rows()).toEqual([
    ['shell', 'aaaaaaaaaaaa', '92.0 kB of scripts'],
    [
      'blog',
      'bbbbbbbbbbbb',
      'team: Bench <b>notes</b>',
      'commit a1b2c3d',
      'went live 3 h ago',
      '12.3 kB of scripts',
    ],
    ['marketing'],
  ]);
  expect([button.getAttribute('aria-pressed'), panel()!.querySelector('[role=status]')!.textContent]).toEqual(
    ['true', '3 releases rendered what is outlined.'],
  );
});

it.each([
  ['Escape', escape],
  ['a second press of the button', () => undefined],
  ['the button of its panel', () => document.querySelector<HTMLElement>('section button')!.click()],
])('is removed completely by %s', async (how, end) => {
  const { xray, boxes, panel, press } = setUp();
  const button = await press('#all');
  document.querySelector<HTMLElement>('section button')!.focus();
  if (how.startsWith('a second')) xray.toggle(button);
  end();
  expect([boxes(), panel(), button.getAttribute('aria-pressed'), document.activeElement]).toEqual([
    [],
    null,
    'false',
    button,
  ]);
  expect(document.body.style.paddingBottom).toBe('');
});

it('outlines a release while it is pointed at, and until the end when it is pressed', async () => {
  const { xray, boxes, panel, press } = setUp();
  const row = document.querySelector<HTMLElement>('[data-release]')!;
  xray.point(row);
  await vi.waitFor(() => expect(boxes()).toEqual(['blog']));
  expect(panel()!.querySelector('button')).toBeNull();
  xray.point(null);
  expect([boxes(), panel()]).toEqual([[], null]);
  await press('[data-xray=blog]');
  xray.point(null);
  expect([boxes(), panel()!.querySelectorAll('button').length]).toEqual([['blog'], 1]);
  escape();
});

it('shows notes for a release without parts, for a changed site, and without figures', async () => {
  const note = () => document.querySelector('section [role=status]')!.textContent;
  document.querySelector('[data-xray=blog]')!.setAttribute('data-xray', 'legal');
  await setUp().press('[data-xray=legal]');
  expect(note()).toBe('legal rendered nothing on this page.');
  escape();
  await setUp({ ...FIGURES, composition: 'c2' }).press('#all');
  expect(note()).toMatch(/^The site has changed since/);
  escape();
  const { boxes, press } = setUp(null);
  await press('#all');
  expect([note(), boxes()]).toEqual([
    'The figures of the releases cannot be had just now.',
    ['shell', 'shell', 'marketing'],
  ]);
  escape();
});
