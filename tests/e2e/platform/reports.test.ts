import { globSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { Vitals } from '@voltframe/kit/contract/reports/view-report';
import type { Page } from 'playwright';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { MetricType } from 'web-vitals';
import { startFaultGateway } from '../../faults/fault-gateway.ts';
import { test } from '../site-test.ts';
import {
  errorsOf,
  leave,
  reportedBy,
  startVisit,
  type Visit,
  type Visitor,
  vitalsOf,
  watchReports,
} from '../visit.ts';
import { MEMBERS, MEMBERS_SOURCES } from './members-site.ts';
import { open } from './members-visit.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const FAULTS = '/members/faults';
/** The limit of the compressed script that sends reports. */
const MOST_BYTES = 4_100;

it('the script of reports has at most 4.1 kB', () => {
  const [script] = globSync('shell/dist/client/reports.*.js.br', { cwd: root });
  expect(statSync(path.join(root, script!)).size).toBeLessThanOrEqual(MOST_BYTES);
});

/** Opens the page with faults for a visitor who sends reports. */
async function openFaults(visit: (visitor: Visitor) => Promise<Visit>, query = '') {
  const visited = await visit({ reports: true });
  visited.expectProblem(/A fault |Content Security Policy|Minified React error #423|Fetch API cannot load/);
  const reports = watchReports(visited.page);
  await open(visited, FAULTS + query);
  return { page: visited.page, reports };
}

describe('an error of a remote is reported with its file and route', () => {
  test.for(['component', 'event', 'promise'] as const)('in a %s', async (place, { visit }) => {
    const { page, reports } = await openFaults(visit);
    await page.getByRole('button', { name: place }).click();
    const kinds = { component: 'render', event: 'event', promise: 'promise' };
    expect(await reportedBy(page, reports, errorsOf)).toEqual([
      expect.objectContaining({
        kind: kinds[place],
        app: 'members',
        route: 'members.faults',
        message: expect.stringMatching(/^A fault in an? /),
        stack: expect.stringMatching(/^[^\n]*\/assets\/members\/pages\.members\.faults\.\w+\.js:\d+:\d+/),
        times: 1,
      }),
    ]);
  });

  test('during hydration', async ({ visit }) => {
    const { page, reports } = await openFaults(visit, '?at=hydration');
    expect(await reportedBy(page, reports, errorsOf)).toEqual([
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

  test('of the content security policy, with the blocked origin only', async ({ visit }) => {
    const { page, reports } = await openFaults(visit);
    await page.getByRole('button', { name: 'csp' }).click();
    const reported = await reportedBy(page, reports, errorsOf);
    expect(reported).toEqual([
      expect.objectContaining({
        kind: 'csp',
        app: 'members',
        message: 'connect-src blocked https://elsewhere.example',
        stack: expect.stringMatching(/\/assets\/members\/pages\.members\.faults/),
      }),
    ]);
    expect(JSON.stringify(reported)).not.toContain('somebody');
  });
});

test('the error screen shows the id of an error that is stored under app, release, file and line', async ({
  browser,
}) => {
  const RELEASES = `shell=${path.join(root, 'shell')},members=${MEMBERS}`;
  const gateway = await startFaultGateway({ env: { RELEASES, ...MEMBERS_SOURCES } });
  onTestFinished(() => gateway.stop());
  const { page } = await openFaults((visitor) => startVisit(browser, gateway.url, visitor));
  onTestFinished(() => page.context().close());
  await page.getByRole('button', { name: 'component' }).click();
  const id = await page.locator('[data-error-screen=error] code').innerText();
  const read = (file: string) => readFileSync(path.join(MEMBERS, file), 'utf8');
  const { digest } = JSON.parse(read('dist/release.json')) as Release;
  const message = 'A fault in a component';
  const before = read('src/faults.tsx').split(message, 1)[0]!;
  const place = `src/faults.tsx:${before.split('\n').length}`;
  const headers = { authorization: `Bearer ${gateway.token}` };
  const stored = async () => {
    await leave(page);
    return (await fetch(`${gateway.opsUrl}/-/errors/${id}`, { headers })).json();
  };
  const error = { app: 'members', release: digest, kind: 'render', message, place };
  await expect.poll(stored).toMatchObject({ groups: [error] });
});

test('code that does not load is reported by the page that requested it', async ({ visit }) => {
  const visited = await visit({ reports: true });
  const { page } = visited;
  visited.expectProblem(/could not be loaded|ERR_FAILED/);
  const reports = watchReports(page);
  await page.route(/pages\.members\.hall\.\w+\.js/, (route) => route.abort());
  // The document that replaces the navigation is blocked too, so that the page sends its report.
  await page.route('**/members/hall', () => new Promise(() => {}));
  await open(visited, '/members');
  // click() would wait for that document.
  await page.getByRole('link', { name: 'Hall', exact: true }).dispatchEvent('click');
  await expect
    .poll(() => reports.flatMap(errorsOf))
    .toEqual([expect.objectContaining({ kind: 'chunk', app: 'members', route: 'members.home' })]);
});

test('the measurements of a view are reported once, and not those of automated browsers', async ({
  visit,
}) => {
  const visited = await visit({ reports: true });
  const { page } = visited;
  const reports = watchReports(page);
  await open(visited, '/members');
  await page.getByRole('link', { name: 'Hall', exact: true }).click();
  await page.getByRole('heading', { name: 'Hall, first edition' }).waitFor();
  const [vitals] = await reportedBy(page, reports, vitalsOf);
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
  const requested: string[] = [];
  driven.page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await open(driven, '/members');
  await driven.page.waitForLoadState('networkidle');
  const ofReports = (): string[] => requested.filter((one) => one.includes('reports'));
  expect(ofReports()).toEqual([]);
  await driven.page.goto('/members?report=1');
  await expect.poll(ofReports).toEqual([expect.stringMatching(/\/shell\/reports\.\w+\.js$/)]);
});

/** The current measurements of the library. */
interface Measured {
  measured: Partial<Record<MetricType['name'], number>>;
}

/** Runs the library in each document before its scripts. */
async function measureWithLibrary(page: Page): Promise<void> {
  const library = createRequire(import.meta.url).resolve('web-vitals');
  const script = readFileSync(path.join(path.dirname(library), 'web-vitals.iife.js'), 'utf8');
  const listen = ['LCP', 'CLS', 'INP', 'TTFB'].map(
    (name) => `webVitals.on${name}(({ value }) => (measured.${name} = value), { reportAllChanges: true });`,
  );
  await page.addInitScript(`${script}; window.measured = {}; ${listen.join('\n')}`);
}

test('the measurements of a view equal those of the library web-vitals', async ({ visit }) => {
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
  const [{ lcp, cls, inp, ttfb }] = (await reportedBy(page, reports, vitalsOf)) as [Required<Vitals>];
  const { LCP, CLS, INP, TTFB } = (await measured()) as Required<Measured['measured']>;
  expect({ lcp, inp, ttfb, cls }).toEqual({ lcp: LCP, inp: INP, ttfb: TTFB, cls: CLS });
});
