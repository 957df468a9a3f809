import { keptTick } from './platform/processes/kept-tick.ts';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseSiteConfig } from '@voltframe/kit/contract/page/site-config';
import closeWithGrace from 'close-with-grace';
import { pino } from 'pino';
import { type Config, parseConfig } from './platform/settings/config.ts';
import { parseEnquirySettings } from '@voltframe/enquiries/settings';
import { enquiriesPackage } from './open-enquiries.ts';
import { createGateway, type Gateway } from './gateway.ts';
import { listenOnSocket } from './platform/processes/operations-socket.ts';
import { startFailure } from './platform/processes/start-failure.ts';
import type { ReleaseSource } from './platform/settings/named-sources.ts';
import { readAlerts } from './platform/settings/alerts/read-alerts.ts';
import { readUpstreams } from './platform/settings/upstreams/read-upstreams.ts';

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));

await start().catch((error: unknown) => fail([startFailure(error)]));

async function start(): Promise<void> {
  await keptTick;
  const parsed = parseConfig(process.env, appFolders());
  const forms = parseEnquirySettings(process.env);
  if (!parsed.ok || !forms.ok)
    return fail([...(parsed.ok ? [] : parsed.issues), ...(forms.ok ? [] : forms.issues)]);
  const { config } = parsed;
  const upstreams = readUpstreams(config, process.env);
  if (!upstreams.ok) return fail(upstreams.issues);
  const alerts = readAlerts(
    { file: config.alertsFile, canMail: forms.settings.mail !== undefined },
    process.env,
  );
  if (!alerts.ok) return fail(alerts.issues);
  const production = process.env['NODE_ENV'] === 'production';
  const site = parseSiteConfig(config.site, { url: `http://localhost:${config.port}`, production });
  if (!site.ok) return fail(site.issues.map(({ name, reason, fix }) => `${name}: ${reason}. ${fix}`));
  // Standard output is for the address alone.
  const tracer =
    config.traces &&
    (await import('./observing/telemetry/open-tracer.ts')).openTracer(config.traces, {
      random: Math.random,
      now: Date.now,
      wait: (ms) => sleep(ms, undefined, { ref: false }),
      onFailing: (reason) => logger.warn({ reason }, 'traces cannot be sent; those until then are lost'),
    });
  const ids = tracer && { mixin: () => tracer.ids() ?? {} };
  const logger = pino({ level: config.logLevel, ...ids }, pino.destination(2));
  for (const { name, reason, fix } of site.warnings) logger.warn(`${name}: ${reason}. ${fix}`);

  const gateway = await createGateway({
    config,
    siteConfig: site.value,
    forms: enquiriesPackage(forms.settings),
    mail: forms.settings.mail,
    upstreamSettings: upstreams.settings,
    alertSettings: alerts.settings,
    logger,
    now: Date.now,
    tracer,
  });
  let socket: { close(): Promise<void> } | undefined;
  closeWithGrace({ delay: 10_000, logger }, async ({ err }) => {
    if (err) logger.error(err);
    await socket?.close();
    await gateway.close();
    await tracer?.close();
  });
  socket = await listenForOperations(gateway, config);
  const passed = config.listenFd === undefined ? { port: config.port } : { fd: config.listenFd };
  await gateway.app.listen({ ...passed, host: config.host });
  const { port } = gateway.app.addresses()[0] as AddressInfo;
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  process.stdout.write(`http://${host}:${port}\n`);
  if (!production && process.stderr.isTTY)
    process.stderr.write(nextSteps(config, gateway.ops.addresses()[0] as AddressInfo | undefined));
}

/** @returns the socket, where there is one in place of the port. */
async function listenForOperations(
  { ops }: Gateway,
  { ops: port, operationsSocket }: Config,
): Promise<{ close(): Promise<void> } | undefined> {
  if (operationsSocket === undefined) return void (await ops.listen(port));
  await ops.ready();
  return listenOnSocket(operationsSocket, ops.routing);
}

/** For whoever started it by hand, and looks at a terminal. */
function nextSteps({ operationsSocket }: Config, ops: AddressInfo | undefined): string {
  const where = ops
    ? `http://${ops.family === 'IPv6' ? `[${ops.address}]` : ops.address}:${ops.port}/-/`
    : operationsSocket;
  return `Operations: ${where}\nNext: npm run operator-token -- <your name>, for a token of it\n`;
}

/** The embedded default: every app folder of the checkout. */
function appFolders(): ReleaseSource[] {
  const names = readdirSync(CHECKOUT).filter((name) => name === 'shell' || name.startsWith('mfe-'));
  return names.map((name) => ({
    app: name.replace(/^mfe-/, ''),
    type: 'folder',
    folder: path.join(CHECKOUT, name),
  }));
}

function fail(lines: string[]): void {
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exit(1);
}
