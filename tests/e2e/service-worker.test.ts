import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium } from 'playwright';
import { expect, onTestFinished } from 'vitest';
import { freePort } from '../../gateway/test/fixtures/free-port.ts';
import { findChromium } from '../browser/find-chromium.ts';
import { APPS, readDraft, replaceFile, seal } from '../faults/draft-release.ts';
import { type FaultGateway, startFaultGateway } from '../faults/fault-gateway.ts';
import { pushDrafts } from '../faults/push-drafts.ts';
import { SITE_URL } from './gateway.ts';
import { test } from './site-test.ts';
import { hydrated, waitForCode } from './visit.ts';

test('a service worker that a script registers removes itself, and no page is answered by it', async ({
  visit,
}) => {
  const { page, hydrated: isHydrated } = await visit();
  await page.goto('/');
  await isHydrated();
  const script = '/assets/shell/worker.js';
  await page.evaluate(async (address) => {
    await navigator.serviceWorker.register(address);
  }, script);
  const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await expect.poll(workers).toBe(0);
  await page.goto('/about');
  await isHydrated();
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
});

const WORKER = '/assets/legal/worker.js';
const OWNED = '<h1>Answered by the worker</h1>';
/** A site before this gateway, whose worker answers every page. */
const SITE_BEFORE: RequestListener = ({ url }, response) => {
  if (url !== WORKER) return response.setHeader('content-type', 'text/html').end('<h1>Before</h1>');
  response.writeHead(200, { 'content-type': 'text/javascript', 'service-worker-allowed': '/' });
  return response.end(`
    self.addEventListener('install', () => self.skipWaiting());
    self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
    self.addEventListener('fetch', (event) => event.respondWith(
      new Response(${JSON.stringify(OWNED)}, { headers: { 'content-type': 'text/html' } })));`);
};

/** @returns stops the site. */
async function startSiteBefore(port: number): Promise<() => void> {
  const server = createServer(SITE_BEFORE);
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return () => {
    server.closeAllConnections();
    server.close();
  };
}

/** The code of a page that tries to stay in the browser. Admission finds a registration by its name only. */
const STAYS = `
  document.documentElement.dataset.bad = 'here';
  document.cookie = 'preview=bad; path=/; max-age=31536000';
  document.cookie = '__Host-Http-preview=bad; path=/; secure; max-age=31536000';
  navigator['service' + 'Worker']['regi' + 'ster'](${JSON.stringify(WORKER)});
`;

async function publishBad(gateway: FaultGateway): Promise<void> {
  const draft = readDraft('legal');
  const script = Object.keys(draft.release.files).find((file) =>
    /^client\/pages\.legal\.terms\.\w+\.js$/.test(file),
  );
  replaceFile(draft, script!, (text) => STAYS + text);
  seal(draft);
  const { verdict, text } = await pushDrafts(gateway, [draft]);
  if (!verdict?.activated) throw new Error(text.slice(0, 1_000));
}

async function rollBack({ opsUrl, token }: FaultGateway): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: '{}' };
  const { status } = await fetch(`${opsUrl}/-/releases/legal/rollback`, init);
  expect(status).toBe(200);
}

/** @returns what a browser has of other releases than those that are live. */
async function leftIn(context: BrowserContext, address: string) {
  const page = await context.newPage();
  const response = await page.goto(address);
  await hydrated(page);
  const left = await page.evaluate(async () => ({
    bad: document.documentElement.dataset['bad'],
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    controller: navigator.serviceWorker.controller?.scriptURL,
  }));
  const cookies = await context.cookies();
  await page.close();
  const ofPreviews = cookies.filter(({ name }) => name.startsWith('__Host')).map(({ name }) => name);
  return { status: response!.status(), ...left, ofPreviews };
}

const CLEAN = { status: 200, bad: undefined, workers: 0, controller: undefined, ofPreviews: [] };

test('a browser keeps nothing of a bad release after a rollback, nor a worker of before after one update check', async () => {
  const port = await freePort();
  const profile = mkdtempSync(path.join(tmpdir(), 'voltframe-profile-'));
  onTestFinished(() => rmSync(profile, { recursive: true, force: true }));
  const open = async (): Promise<BrowserContext> => {
    const opened = await chromium.launchPersistentContext(profile, await findChromium());
    await opened.addInitScript(waitForCode);
    return opened;
  };
  const address = (at: string): string => `http://127.0.0.1:${port}${at}`;

  const stopBefore = await startSiteBefore(port);
  let context = await open();
  const [page] = context.pages();
  await page!.goto(address('/'));
  await page!.evaluate(async (script) => {
    await navigator.serviceWorker.register(script, { scope: '/' });
    await navigator.serviceWorker.ready;
  }, WORKER);
  await page!.goto(address('/terms'));
  expect(await page!.content()).toContain(OWNED);
  await context.close();
  stopBefore();

  const gateway = await startFaultGateway({ env: { PORT: String(port), SITE_URL } });
  onTestFinished(() => gateway.stop());
  const good = await pushDrafts(
    gateway,
    APPS.map((app) => readDraft(app)),
  );
  expect(good.verdict?.activated).toBe(true);
  context = await open();
  onTestFinished(() => context.close());
  const [first] = context.pages();
  await first!.goto(address('/about'));
  expect(await first!.content()).toContain(OWNED);
  // Browsers check for an update after a navigation.
  await first!.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect
    .poll(() => first!.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
    .toBe(0);
  await first!.close();
  expect(await leftIn(context, address('/terms'))).toEqual(CLEAN);

  await publishBad(gateway);
  const during = await leftIn(context, address('/terms'));
  expect(during.bad).toBe('here');
  await rollBack(gateway);
  expect(await leftIn(context, address('/terms'))).toEqual(CLEAN);
  expect(await leftIn(context, address('/'))).toEqual(CLEAN);
});
