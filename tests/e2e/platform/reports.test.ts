import { globSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { errorId } from '@voltframe/kit/contract/reports/error-id';
import type { ReportedError, ViewReport, Vitals } from '@voltframe/kit/contract/reports/view-report';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import type { MetricType } from 'web-vitals';
import { test } from '../site-test.ts';
import type { Visit } from '../visit.ts';
import { open } from './members-visit.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const FAULTS = '/members/faults';
/** Most that the script which tells may weigh, as it is sent. */
const MOST_BYTES = 2_048;

/** What a page tells the gateway from now on. */
function watchReports(page: Page): ViewReport[] {
  const reports: ViewReport[] = [];
  page.on('request', (request) => {
    const text = request.url().endsWith('/-/reports') && request.postData();
    if (text) reports.push(JSON.parse(text) as ViewReport);
  });
  return reports;
}

/** Has the page tell what it knows, as when it is left. @returns what it has told once it is there */
async function toldOf<Told>(
  page: Page,
  reports: ViewReport[],
  pick: (report: ViewReport) => Told[],
): Promise<Told[]> {
  await expect
    .poll(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
      return reports.flatMap(pick).length;
    })
    .toBeGreaterThan(0);
  return reports.flatMap(pick);
}
const errorsOf = ({ errors = [] }: ViewReport): ReportedError[] => errors;
const vitalsOf = ({ vitals }: ViewReport): Vitals[] => (vitals ? [vitals] : []);

it('weighs no more than two kilobytes', () => {
  const [script] = globSync('shell/dist/client/reports.*.js.br', { cwd: root });
  expect(statSync(path.join(root, script!)).size).toBeLessThanOrEqual(MOST_BYTES);
});

/** Opens the page that fails, of a visitor who may be asked. */
async function openFaults(visit: (visitor: object) => Promise<Visit>, query = '') {
  const visited = await visit({ reports: true });
  visited.expectProblem(/A fault |Content Security Policy|Minified React error #423|Fetch API cannot load/);
  const reports = watchReports(visited.page);
  await open(visited, FAULTS + query);
  return { page: visited.page, reports };
}

describe('an error of a remote is told of with the file and the route that it was in', () => {
  test.for(['component', 'event', 'promise'] as const)('in a %s', async (where, { visit }) => {
    const { page, reports } = await openFaults(visit);
    await page.getByRole('button', { name: where }).click();
    const kinds = { component: 'render', event: 'event', promise: 'promise' };
    expect(await toldOf(page, reports, errorsOf)).toEqual([
      expect.objectContaining({
        kind: kinds[where],
        app: 'members',
        route: 'members.faults',
        message: expect.stringMatching(/^A fault in an? /),
        stack: expect.stringMatching(/^[^\n]*\/assets\/members\/pages\.members\.faults\.\w+\.js:\d+:\d+/),
        times: 1,
      }),
    ]);
  });

  test('while it hydrates', async ({ visit }) => {
    const { page, reports } = await openFaults(visit, '?at=hydration');
    expect(await toldOf(page, reports, errorsOf)).toEqual([
      expect.objectContaining({
        kind: 'hydration',
        app: 'members',
        route: 'members.faults',
        message: 'A fault while hydrating',
        stack: expect.stringMatching(/\/assets\/members\/pages\.members\.faults/),
        components: expect.stringMatching(/\/assets\/members\/pages\.members\.faults/),
      }),
    ]);
  });

  test('when the policy of its page forbids what it asks for, of which the origin alone is told', async ({
    visit,
  }) => {
    const { page, reports } = await openFaults(visit);
    await page.getByRole('button', { name: 'csp' }).click();
    const told = await toldOf(page, reports, errorsOf);
    expect(told).toEqual([
      expect.objectContaining({
        kind: 'csp',
        app: 'members',
        message: 'connect-src blocked https://elsewhere.example',
        stack: expect.stringMatching(/\/assets\/members\/pages\.members\.faults/),
      }),
    ]);
    expect(JSON.stringify(told)).not.toContain('somebody');
  });
});

test('the error screen shows the id under which the error is found', async ({ visit }) => {
  const { page, reports } = await openFaults(visit);
  await page.getByRole('button', { name: 'component' }).click();
  const id = await page.locator('[data-error-screen=error] code').innerText();
  const [{ message, stack }] = (await toldOf(page, reports, errorsOf)) as [ReportedError];
  expect(id).toBe(errorId(message, stack!.split('\n')[0]!.trim()));
});

test('code that does not come is told of, by the page that asked for it', async ({ visit }) => {
  const visited = await visit({ reports: true });
  const { page } = visited;
  visited.expectProblem(/could not be loaded|ERR_FAILED/);
  const reports = watchReports(page);
  await page.route(/pages\.members\.hall\.\w+\.js/, (route) => route.abort());
  // The document that takes its place does not come either: what the page tells soon is seen here.
  await page.route('**/members/hall', () => new Promise(() => {}));
  await open(visited, '/members');
  // It would wait for that document, too.
  await page.getByRole('link', { name: 'Hall', exact: true }).dispatchEvent('click');
  await expect
    .poll(() => reports.flatMap(errorsOf))
    .toEqual([expect.objectContaining({ kind: 'chunk', app: 'members', route: 'members.home' })]);
});

test('what a view measures is told once, and not of one that a program drives', async ({ visit }) => {
  const visited = await visit({ reports: true });
  const { page } = visited;
  const reports = watchReports(page);
  await open(visited, '/members');
  await page.getByRole('link', { name: 'Hall', exact: true }).click();
  await page.getByRole('heading', { name: 'Hall, first edition' }).waitFor();
  const [vitals] = await toldOf(page, reports, vitalsOf);
  expect(vitals).toMatchObject({
    route: 'members.home',
    lcp: expect.any(Number),
    cls: 0,
    ttfb: expect.any(Number),
    hydration: expect.any(Number),
    navigations: [{ route: 'members.hall', ms: expect.any(Number) }],
  });
  await page.goto('/about');
  expect(reports.flatMap(vitalsOf)).toHaveLength(1);

  const driven = await visit();
  const asked: string[] = [];
  driven.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await open(driven, '/members');
  await driven.page.waitForLoadState('networkidle');
  expect(asked.filter((one) => one.includes('reports'))).toEqual([]);
});

/** What the library has measured by now. */
interface Measured {
  measured: Partial<Record<MetricType['name'], number>>;
}

/** Runs the library in each document, before anything of it. */
async function measureWithLibrary(page: Page): Promise<void> {
  const library = createRequire(import.meta.url).resolve('web-vitals');
  const script = readFileSync(path.join(path.dirname(library), 'web-vitals.iife.js'), 'utf8');
  const listen = ['LCP', 'CLS', 'INP', 'TTFB'].map(
    (name) => `webVitals.on${name}(({ value }) => (measured.${name} = value), { reportAllChanges: true });`,
  );
  await page.addInitScript(`${script}; window.measured = {}; ${listen.join('\n')}`);
}

test('what a view measures is what the library web-vitals measures', async ({ visit }) => {
  const visited = await visit({ reports: true });
  const { page } = visited;
  await measureWithLibrary(page);
  const reports = watchReports(page);
  const started = page.waitForRequest(/\/shell\/reports\.\w+\.js/);
  await open(visited, FAULTS);
  await (await started).response();
  await page.evaluate(() => {
    const pushed = document.createElement('div');
    pushed.style.height = '200px';
    document.querySelector('h1')!.before(pushed);
  });
  await page.evaluate(() => {
    document.querySelector('h1')!.addEventListener('click', () => {
      const end = performance.now() + 120;
      while (performance.now() < end);
    });
  });
  await page.locator('h1').click();
  const measured = (): Promise<Measured['measured']> =>
    page.evaluate(() => ({ ...(window as unknown as Measured).measured }));
  await expect
    .poll(async () => ((await measured()).INP ?? 0) >= 120 && ((await measured()).CLS ?? 0) > 0)
    .toBe(true);
  const [{ lcp, cls, inp, ttfb }] = (await toldOf(page, reports, vitalsOf)) as [Required<Vitals>];
  const { LCP, CLS, INP, TTFB } = (await measured()) as Required<Measured['measured']>;
  expect({ lcp, inp, ttfb, cls }).toEqual({
    lcp: Math.round(LCP),
    inp: Math.round(INP),
    ttfb: Math.round(TTFB),
    cls: Math.round(CLS * 1e4) / 1e4,
  });
});
