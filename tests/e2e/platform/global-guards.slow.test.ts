import path from 'node:path';
import { appPaths } from '@voltframe/kit/build/app-paths';
import { buildApp } from '@voltframe/kit/build/build-app';
import { loadApp } from '@voltframe/kit/build/load-config';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Gateway, startGateway } from '../gateway.ts';
import { test as base } from '../site-test.ts';
import { MEMBERS, MEMBERS_SOURCES } from './members-site.ts';
import { guardRuns, navigate, shown } from './members-visit.ts';

const SHELL = path.resolve(import.meta.dirname, '../../../shell');
const GUARDS = path.resolve(import.meta.dirname, '../../fixtures/platform/shell-guards');

let site: Gateway;
/** Builds the real shell with two global guards, and starts a gateway with it and the fixture `members`. */
beforeAll(async () => {
  const shell = await loadApp(SHELL);
  const guard = (name: string): string => path.join(GUARDS, `${name}.ts`);
  const guards = { record: guard('record'), gate: guard('gate') };
  const paths = { ...appPaths(GUARDS), root: SHELL };
  const config = { ...shell.config, guards, globalGuards: ['record', 'gate'] };
  await buildApp({ ...shell, config, paths }, { mode: 'development' });
  const releases = `shell=${paths.dist},members=${path.join(MEMBERS, 'dist')}`;
  site = await startGateway({ RELEASES: releases, DEVELOPMENT_BUILDS: '1', ...MEMBERS_SOURCES });
});
afterAll(() => site.stop());

const test = base.extend('siteUrl', () => site.url);

const FORM = { at: '/members/form', heading: 'Form' };
const VAULT = '/members/vault/open';
const INSIDE = { at: VAULT, heading: 'Vault open' };
const HALL = { at: '/members/hall#end', heading: 'Hall, first edition' };

/** The shell's guards, in the order of its `globalGuards`. */
const globals = (at: string): string[] => [`record ${at}`, `gate ${at}`];
/** The guards of the vault. */
const own = (at: string): string[] => [`pass ${at}`, `door ${at}`];
const LOGGED = /The gate is (stuck|on fire)|The route middleware 'gate' failed/;

/** @returns the guards that ran since the last call */
async function newRuns(page: Page): Promise<string[]> {
  const runs = await guardRuns(page);
  await page.evaluate(() => Object.assign(globalThis, { guardRuns: [] }));
  return runs;
}

/** Sets the answer of the gate for the vault; 'pass' opens it. */
function setGate(page: Page, answer: string): Promise<unknown> {
  return page.evaluate((gates) => Object.assign(globalThis, { gates }), { [VAULT]: answer });
}

/** Sets the answer of the gate, and follows a link to the vault. */
async function step(page: Page, answer: string): Promise<void> {
  await setGate(page, 'pass');
  await navigate(page, '/members');
  await navigate(page, FORM.at);
  await setGate(page, answer);
  await newRuns(page);
  await go(page);
}
const go = (page: Page) => page.getByRole('link', { name: 'Door open' }).click();

test('global guards run in order, before those of the route, and each answer has its effect', async ({
  visit,
}) => {
  const { page, problems, expectProblem, loads } = await visit({ at: '/members' });
  expectProblem(LOGGED);

  // A cancelled or failed navigation leaves page and history unchanged, so the same step is possible again.
  for (const answer of ['cancel', 'fail', 'throw']) {
    await step(page, answer);
    await expect.poll(() => guardRuns(page)).toEqual(globals(VAULT));
    await expect.poll(() => shown(page)).toEqual(FORM);
    await setGate(page, 'pass');
    await newRuns(page);
    await go(page);
    await expect.poll(() => shown(page)).toEqual(INSIDE);
    expect(await newRuns(page)).toEqual([...globals(VAULT), ...own(VAULT)]);
  }
  expect(problems).toHaveLength(2);

  await step(page, 'redirect');
  await expect.poll(() => shown(page)).toEqual(HALL);
  expect(await newRuns(page)).toEqual([...globals(VAULT), ...globals('/members/hall')]);

  await step(page, 'fatal');
  await expect.poll(() => page.title()).toBe('403 - The gate is on fire | Voltframe');
  expect(await page.locator('[data-error-screen=error]').innerText()).toContain('The gate is on fire');
  expect(new URL(page.url()).pathname).toBe(VAULT);
  expect(loads).toEqual(['/members']);
});

/** The status and the text of the server for each answer. */
const ANSWERED = [
  { answer: 'pass', status: 200, text: 'Vault open' },
  { answer: 'cancel', status: 404, text: `Page Not Found: ${VAULT}` },
  { answer: 'fail', status: 500, text: 'The gate is stuck' },
  // The message of a thrown error is not for visitors.
  { answer: 'throw', status: 500, text: 'Something went wrong on our side.' },
  { answer: 'fatal', status: 403, text: 'The gate is on fire' },
];

test('the server runs the global guards on a first load', async ({ visit }) => {
  const { page, hydrated, expectProblem } = await visit();
  expectProblem(/Failed to load resource/);
  for (const { answer, status, text } of ANSWERED) {
    const response = await page.goto(`${VAULT}?gate=${answer}`);
    expect([answer, response!.status()]).toEqual([answer, status]);
    await hydrated();
    expect(await page.locator('body').innerText()).toContain(text);
    expect(await page.locator('[data-error-screen]').count()).toBe(status === 200 ? 0 : 1);
    // The browser does not run them again.
    expect(await guardRuns(page)).toEqual([]);
  }
  await page.goto(`${VAULT}?gate=redirect`);
  expect(await shown(page)).toEqual(HALL);
});
