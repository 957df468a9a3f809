/**
 * `npm run test:front [-- --only nginx]`: tests the site in Chromium behind Caddy, nginx and Varnish with the files of
 * docs/front/. A program that is not installed is skipped (Debian: caddy, nginx, varnish and varnish-modules).
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium } from 'playwright';
import { freePort } from '../../gateway/test/fixtures/free-port.ts';
import { findChromium } from '../browser/find-chromium.ts';
import { must, Report, Skip } from '../containers/report.ts';
import { type OperatedSite, startOperatedSite } from '../e2e/operated-site.ts';
import { type Certificate, makeCertificate } from './certificate.ts';
import {
  type Place,
  programOf,
  type Running,
  startCaddy,
  startNginx,
  purgesByKeys,
  startVarnish,
} from './fronts.ts';
import { differences, purges } from './deploy-steps.ts';
import { answers, cachedFiles, forms, MOST_POSTS, navigation, pages, preview, type World } from './steps.ts';
import { loss, posts, replacements } from './replacement-steps.ts';

interface Front {
  name: string;
  program: string;
  start(place: Place): Promise<Running>;
  /** Steps of this front only. */
  more?(report: Report, world: World, certificate: Certificate): Promise<unknown>;
}

const FRONTS: Front[] = [
  { name: 'caddy', program: 'caddy', start: startCaddy, more: caddyAlone },
  {
    name: 'nginx',
    program: 'nginx',
    start: startNginx,
    more: async (report, world, certificate) => {
      await report.step('nginx: the front caches files', () => cachedFiles(world));
      await report.step('nginx: one of two gateways crashes', () => loss('killed', startNginx, certificate));
      await report.step('nginx: one of three gateways hangs', () => loss('frozen', startNginx, certificate));
    },
  },
];

const root = path.resolve(import.meta.dirname, '../..');
const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const folder = mkdtempSync(path.join(tmpdir(), 'voltframe-front-'));
const report = new Report();
try {
  const certificate = makeCertificate(folder);
  for (const front of FRONTS.filter(({ name }) => name.includes(values.only)))
    if (await installed(front.name, front.program)) await prove(front, certificate);
  if ('varnish'.includes(values.only) && (await installed('varnish', 'varnishd')))
    await proveVarnish(certificate);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(report.summary());
process.exitCode = report.failed ? 1 : 0;

/** @returns whether the program of the front is installed; the summary counts a front without it as skipped. */
async function installed(name: string, program: string): Promise<boolean> {
  return programOf(program) !== undefined || report.step(name, () => skip(`${program} is not installed`));
}

async function skip(reason: string): Promise<void> {
  throw new Skip(reason);
}

async function prove({ name, start, more }: Front, certificate: Certificate): Promise<void> {
  await withWorld({ name, start, certificate }, async (world) => {
    await report.step(`${name}: pages`, () => pages(world, 'h2'));
    await report.step(`${name}: client navigation`, () => navigation(world));
    await report.step(`${name}: answers are passed unchanged`, () => answers(world));
    await report.step(`${name}: forms, and visitors' addresses`, () => forms(world));
    await report.step(`${name}: a deploy as a difference`, () => differences(world));
    await report.step(`${name}: a preview`, () => preview(world));
    await more?.(report, world, certificate);
  });
}

/** Tests Varnish behind the first installed front. */
async function proveVarnish(certificate: Certificate): Promise<void> {
  const front = FRONTS.find(({ program }) => programOf(program) !== undefined);
  if (!front) return void (await report.step('varnish', () => skip('no front is installed')));
  if (!purgesByKeys(folder))
    return void (await report.step('varnish', () => skip('varnish-modules is not installed')));
  const name = `varnish, ${front.name}`;
  await withWorld({ name, start: front.start, certificate, cached: true }, async (world) => {
    await report.step(`${name}: pages`, () => pages(world, 'h2'));
    await report.step(`${name}: forms, and visitors' addresses`, () => forms(world));
    await report.step(`${name}: a preview`, () => preview(world));
    await report.step(`${name}: a deploy purges what changed`, () => purges(world));
    await report.step(`${name}: a deploy as a difference`, () => differences(world));
  });
}

interface Setting extends Pick<Front, 'name' | 'start'> {
  certificate: Certificate;
  /** Whether Varnish is between the front and the gateway. */
  cached?: boolean;
}

async function withWorld(setting: Setting, steps: (world: World) => Promise<void>): Promise<void> {
  const { name, start, certificate, cached = false } = setting;
  const place = (part: string): string => {
    const at = path.join(folder, `${name}-${part}`.replaceAll(/\W+/g, '-'));
    mkdirSync(at, { recursive: true });
    return at;
  };
  const opened: { stop(): Promise<void> }[] = [];
  const keep = <Opened extends { stop(): Promise<void> }>(one: Opened): Opened => (opened.unshift(one), one);
  try {
    const [port, cachePort] = [await freePort(), await freePort()];
    const url = `https://localhost:${port}`;
    const site = keep(await startSiteAt(url, cached ? `http://127.0.0.1:${cachePort}/purge` : ''));
    const own = Number(new URL(site.gateway.url).port);
    if (cached) keep(await startVarnish({ folder: place('cache'), port: cachePort, behind: own }));
    keep(await start({ folder: place('front'), port, behind: cached ? cachePort : own, certificate }));
    const context = await visitor(place('browser'), certificate);
    keep({ stop: () => context.close() });
    await steps({ site, url, context });
  } finally {
    for (const one of opened) await one.stop();
  }
}

async function startSiteAt(url: string, purge: string): Promise<OperatedSite> {
  const site = await startOperatedSite({
    SITE_URL: url,
    TRUST_PROXY: 'loopback',
    ENQUIRY_LIMIT_PER_ADDRESS: String(MOST_POSTS),
    CDN_PURGE: purge,
  });
  const published = await site.mfe(['publish', path.join(root, 'mfe-blog')]);
  must(published.code === 0, published.out);
  return site;
}

/** Accepts the certificate as valid: with an invalid one Chromium caches no files and has no dictionaries. */
async function visitor(profile: string, certificate: Certificate, quicTo?: string): Promise<BrowserContext> {
  const options = await findChromium();
  const args = (options.args ?? []).filter((flag) => quicTo === undefined || flag !== '--disable-quic');
  const trusted = `--ignore-certificate-errors-spki-list=${certificate.fingerprint}`;
  const quic =
    quicTo === undefined
      ? []
      : [`--origin-to-force-quic-on=${quicTo}`, '--host-resolver-rules=MAP localhost 127.0.0.1'];
  return chromium.launchPersistentContext(profile, { ...options, args: [...args, trusted, ...quic] });
}

async function caddyAlone(to: Report, world: World, certificate: Certificate): Promise<void> {
  await overHttp3(to, world, certificate);
  await to.step('caddy: the gateway is replaced', () => replacements(startCaddy, certificate));
  await to.step('caddy: one of three gateways hangs', () => loss('frozen', startCaddy, certificate));
  await to.step('caddy: posts are sent once', () => posts(startCaddy, certificate));
}

async function overHttp3(to: Report, world: World, certificate: Certificate): Promise<void> {
  const context = await visitor(path.join(folder, 'browser-h3'), certificate, new URL(world.url).host);
  try {
    await to.step('caddy: pages over HTTP/3', () => pages({ ...world, context }, 'h3'));
  } finally {
    await context.close();
  }
}
