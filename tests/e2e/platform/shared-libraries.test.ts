import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildApp } from '@voltframe/kit/build/build-app';
import { loadApp } from '@voltframe/kit/build/load-config';
import { libraryFile } from '@voltframe/kit/contract/release/library-file';
import type { Release } from '@voltframe/kit/contract/release/release';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import { type Browser, chromium } from 'playwright';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sharingApp } from '../../../kit/test/build/federation/sharing-apps.ts';
import { type Ran, runMfe } from '../../../kit/test/cli/fixtures/run-mfe.ts';
import { EditedRelease } from '../../bench/support/edited-release.ts';
import { type FaultGateway, startFaultGateway } from '../../faults/fault-gateway.ts';
import { startVisit, type Visit } from '../visit.ts';

const SHELL = path.resolve(import.meta.dirname, '../../../shell');

/** A page with both libraries, which remembers its app in the store that both import. */
const page = (own: string, other: string): string => `import { useEffect, useState } from 'react';
import { Link } from '@voltframe/kit/react';
import { Button } from '@acme/ui';
import { remember, useQuery } from 'acme-query';
export default function Page() {
  const [known, setKnown] = useState('');
  useEffect(() => {
    remember('${own}', 'yes');
    setKnown(useQuery('blog') + ' ' + useQuery('shop'));
  }, []);
  return <><h1>${own}</h1><Button>Press</Button><p id="known">{known}</p><Link to="/${other}">${other}</Link></>;
}`;

const roots = {
  blog: sharingApp('blog', `shared: ['@acme/ui', 'acme-query']`, { 'src/home.tsx': page('blog', 'shop') }),
  shop: sharingApp('shop', `shared: ['@acme/ui', 'acme-query']`, { 'src/home.tsx': page('shop', 'blog') }),
};

let gateway: FaultGateway;
let browser: Browser;

const mfe = (...args: string[]): Promise<Ran> =>
  runMfe(args, {
    cwd: SHELL,
    env: { MFE_GATEWAY: gateway.opsUrl, MFE_TOKEN: gateway.token },
    now: Date.now,
  });

async function build(app: keyof typeof roots): Promise<Release> {
  return buildApp(await loadApp(roots[app]), { mode: 'production' });
}

async function publish(...folders: string[]): Promise<string> {
  const { code, out, err } = await mfe('publish', ...folders);
  return code === 0 ? out : `refused: ${out}${err}`;
}

/** Writes other code into a package of the shop. Its name and version stay. */
function editStore(code: string): void {
  writeFileSync(path.join(roots.shop, 'node_modules/acme-store/values.js'), code);
}

interface Walk {
  visit: Visit;
  /** Addresses of the libraries that the browser requested. */
  requested: string[];
}

/** Loads the page of one app, and goes to that of the other by a click. */
async function walk(from: string, to: string): Promise<Walk> {
  const visit = await startVisit(browser, gateway.url);
  const requested: string[] = [];
  visit.page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/assets/-/')) requested.push(pathname);
  });
  await visit.page.goto(`/${from}`);
  await visit.hydrated();
  await visit.page.getByRole('main').getByRole('link', { name: to, exact: true }).click();
  await visit.page.getByRole('heading', { name: to }).waitFor();
  return { visit, requested };
}

const storesMade = ({ visit }: Walk): Promise<unknown> =>
  visit.page.evaluate(() => (globalThis as { storesMade?: number }).storesMade);

let first: Release;
beforeAll(async () => {
  gateway = await startFaultGateway({ env: { ADMISSION_HYDRATION: '1' } });
  browser = await chromium.connect(inject('browserAddress'));
  await build('blog');
  first = await build('shop');
  expect(await publish(SHELL, roots.blog, roots.shop)).toContain('shared @acme/ui: 3.0.1 of blog and shop');
});
afterAll(async () => {
  await browser.close();
  await gateway.stop();
});

test('two apps with equal files load and evaluate a library once', async () => {
  const walked = await walk('blog', 'shop');
  expect(new Set(walked.requested).size).toBe(3);
  expect(walked.requested).toHaveLength(3);
  expect(await storesMade(walked)).toBe(1);
  expect(await walked.visit.page.locator('#known').textContent()).toBe('yes yes');
  expect(walked.visit.loads).toEqual(['/blog']);
  expect(await walked.visit.page.locator('main button').evaluate((one) => getComputedStyle(one).color)).toBe(
    'rgb(1, 2, 3)',
  );
  await walked.visit.end();
});

test('a file is sent compressed, may be cached for ever, and has its hash in the import map', async () => {
  const document = await (await fetch(`${gateway.url}/blog`)).text();
  const { file } = first.libraries!['@acme/ui']!;
  const address = file.replace('client', '/assets');
  const map = /<script type="importmap">(.*?)<\/script>/.exec(document)![1]!;
  const digest = Buffer.from(first.files[file]!.sha256, 'hex').toString('base64');
  expect((JSON.parse(map) as { integrity: object }).integrity).toMatchObject({
    [address]: `sha256-${digest}`,
  });
  const sent = await fetch(gateway.url + address, { headers: { 'accept-encoding': 'br' } });
  expect([sent.status, sent.headers.get('content-encoding'), sent.headers.get('cache-control')]).toEqual([
    200,
    'br',
    expect.stringContaining('immutable'),
  ]);
  expect(await sent.text()).toBe(readFileSync(path.join(roots.shop, 'dist', file), 'utf8'));
});

test('an app whose file has other bytes gets its own copy, whatever name and version it states', async () => {
  editStore(`globalThis.ranOfShop = true;
export class Values extends Map { get size() { return 7; } }`);
  await build('shop');
  expect(await publish(roots.shop)).toContain('shared @acme/ui: 3.0.1 of blog; 3.0.1 of shop');
  expect((await mfe('status')).out).toContain('shared acme-query: 5.0.0 of blog; 5.0.0 of shop');

  const alone = await startVisit(browser, gateway.url);
  await alone.page.goto('/blog');
  await alone.hydrated();
  expect(await alone.page.evaluate(() => 'ranOfShop' in globalThis)).toBe(false);
  await alone.end();

  const walked = await walk('blog', 'shop');
  expect(new Set(walked.requested).size).toBe(6);
  expect(await storesMade(walked)).toBe(2);
  expect(await walked.visit.page.locator('#known').textContent()).toBe('blog yes');
  await walked.visit.end();
});

test('after the rollback of one app both share again, and the address of the other has not changed', async () => {
  const { code, err } = await mfe('rollback', 'shop', first.digest.slice(0, 12));
  expect([code, err]).toEqual([0, expect.any(String)]);
  const walked = await walk('shop', 'blog');
  expect(walked.requested.toSorted()).toEqual(
    Object.keys(first.files)
      .filter((file) => /^client\/-\/\w+\.js$/.test(file))
      .map((file) => file.replace('client', '/assets'))
      .toSorted(),
  );
  expect(await storesMade(walked)).toBe(1);
  await walked.visit.end();
});

test('a release cannot give other bytes under the digest of a file of another app', async () => {
  await build('shop');
  const forged = new EditedRelease(path.join(roots.shop, 'dist'));
  forged.write(libraryFile(sha256('of the blog')), 'globalThis.ranOfShop = true;');
  forged.publish();
  expect(await publish(roots.shop)).toContain('is not named after the digest of its bytes');
});
