import { pinnedTick } from './platform/runtime/pinned-tick.ts';
import { existsSync, watchFile } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { siteUrlWarnings } from '@voltframe/kit/contract/page/site-config';
import closeWithGrace from 'close-with-grace';
import { pino } from 'pino';
import { configSchema, exampleAddress } from './platform/settings/config.ts';
import type { UpstreamSettings } from './platform/settings/upstream-settings.ts';
import { servingErrors } from './serving/serving-errors.ts';
import { describeIssue, mistypedSettings, parseSettings } from './platform/settings/parse-settings.ts';
import { enquirySettings } from '@voltframe/enquiries/settings';
import { createGateway, type Gateway } from './gateway.ts';
import { collectProcessMetrics } from './observing/telemetry/process-metrics.ts';
import { ownAddress } from './platform/runtime/own-address.ts';
import { readMemoryLimit } from './platform/runtime/memory-room.ts';
import { every } from './platform/runtime/timers.ts';
import { reportFailure } from './platform/runtime/log-line.ts';
import { limitOutageLines } from './platform/runtime/outage-log.ts';
import { giveSignsOfLife } from './platform/runtime/signs-of-life.ts';
import { stopListening } from './platform/runtime/stop-listening.ts';
import { startFailure } from './platform/runtime/start-failure.ts';

/** Time limit of a stop: requests in progress are answered, and everything is closed. */
const CLOSE_LIMIT_MS = 10_000;

/**
 * Time in which a gateway that another start replaces goes on: in it, clients end the connections that they keep
 * by their next request. One that is closed just when a request comes loses it.
 */
const REPLACED_AFTER_MS = 5_000;

/** How often a gateway that started without its database, or on a full disk, looks for it: longer than a look takes. */
const READ_ONLY_LOOK_MS = 7_000;

/** The first file descriptor that systemd passes: sd_listen_fds(3). */
const FIRST_PASSED_FD = 3;

/** How often the file of the upstreams is looked at while developing. */
const LOOK_AT_FILE_MS = 200;

/** Level of a log line, as pino writes it. */
const INFO = 30;

/** The settings of this program. */
const SETTINGS = { config: configSchema, enquiries: enquirySettings };

giveSignsOfLife();
const processMetrics = collectProcessMetrics();
await startOrFail();

function startOrFail(): Promise<void> {
  return start().catch((error: unknown) => fail([startFailure(error)]));
}

async function start(): Promise<void> {
  await pinnedTick;
  const parsed = parseSettings(SETTINGS, environment());
  if (!parsed.ok) return fail(parsed.issues.map(describeIssue));
  const { config, enquiries } = parsed.settings;
  const production = process.env['NODE_ENV'] === 'production';
  const exampleUrl = production && exampleAddress(config.site.url);
  if (exampleUrl) return fail([describeIssue(exampleUrl)]);
  // Standard output contains the address only.
  const tracer =
    config.traces &&
    (await import('./observing/telemetry/open-tracer.ts')).openTracer(config.traces, {
      random: Math.random,
      now: Date.now,
      wait: (ms) => sleep(ms, undefined, { ref: false }),
      onFailing: (reason) => logger.warn({ reason }, 'traces cannot be sent and are lost'),
    });
  const ids = tracer && { mixin: () => tracer.ids() ?? {} };
  const logger = pino(
    { level: config.log.level, hooks: limitOutageLines(Date.now), ...ids },
    pino.destination(2),
  );
  for (const warning of siteUrlWarnings(process.env['SITE_URL'] || config.site.url, production))
    logger.warn(`SITE_URL: ${warning}`);
  for (const { name, nearest } of mistypedSettings(SETTINGS, process.env))
    logger.warn(`${name} is not a setting. Did you mean ${nearest}?`);

  let isLeaving = false;
  const gateway = await createGateway({
    config,
    enquiries,
    logger,
    now: Date.now,
    processMetrics,
    memoryLimit: () => readMemoryLimit(),
    readUpstreams: config.upstreams.servers || config.development.on ? readUpstreams : undefined,
    tracer,
    isLeaving: () => isLeaving,
  });
  const { stopDelayMs } = config.http;
  const close = async (): Promise<void> => {
    await gateway.close();
    await tracer?.close();
  };
  /** Continues to serve for a time in milliseconds, without accepting connections. */
  const leave = async (goesOnMs: number): Promise<void> => {
    // A keep-alive connection ends with its next answer. Closing it earlier could lose a request that is on its way.
    gateway.app.server.prependListener('request', (_, response) => (response.shouldKeepAlive = false));
    await sleep(goesOnMs);
    if (goesOnMs > 0) await stopListening(gateway.app.server, sleep);
  };
  const grace = { delay: CLOSE_LIMIT_MS + Math.max(stopDelayMs, REPLACED_AFTER_MS), logger };
  const closing = closeWithGrace(grace, async ({ err, signal }) => {
    if (err) logger.error(err);
    isLeaving = signal !== 'SIGHUP';
    // SIGHUP comes from the socket holder, where connections wait for the next gateway. SIGINT comes from a terminal.
    await leave({ SIGHUP: REPLACED_AFTER_MS, SIGTERM: stopDelayMs }[String(signal)] ?? 0);
    await close();
  });
  const { readOnly } = gateway;
  if (readOnly) {
    const { reason } = readOnly;
    logger.error({ reason }, 'read-only: serves the last stored state of the site, and accepts no changes');
    const look = async (): Promise<void> => {
      if (!(await readOnly.isOver())) return;
      stop();
      logger.warn('the reason for read-only is gone: the gateway restarts');
      await leave(REPLACED_AFTER_MS);
      if (isLeaving) return; // a signal to stop came meanwhile
      closing.uninstall();
      await close();
      // The socket holder restarts a process that got its socket.
      if (hasSocket()) process.exit(1);
      await startOrFail();
    };
    const stop = every(READ_ONLY_LOOK_MS, () => void look());
  }
  // The parent process (`mfe dev`) has ended.
  process.once('disconnect', () => closing.close());
  if (config.development.on && process.env['UPSTREAMS'])
    followUpstreams(process.env['UPSTREAMS'], gateway.reloadUpstreams);
  const { port: opsPort, metricsPort, host: opsHost } = config.operations;
  for (const [app, opened] of [
    [gateway.ops, opsPort],
    [gateway.metrics, metricsPort],
  ] as const)
    if (opened !== undefined)
      await app?.listen({ port: opened, host: ownAddress(opsHost, networkInterfaces()) });
  const { port: sitePort, host: interfaceName } = config.http;
  const at = hasSocket() ? { fd: FIRST_PASSED_FD } : { port: sitePort };
  await gateway.app.listen({ ...at, host: interfaceName });
  const { port } = gateway.app.addresses()[0] as AddressInfo;
  const host = interfaceName === '0.0.0.0' || interfaceName === '::' ? 'localhost' : interfaceName;
  process.stdout.write(
    `${startLine(`http://${host}:${port}`, config.site.url, production && hasSocket())}\n`,
  );
  if (!config.development.on && !gateway.site.live())
    logger.warn('no release of the shell is live: pages answer 503 until one is built or published');
  // `npm start` is run by a person, also when its output goes into a file or a pipe.
  if (!production) process.stderr.write(nextSteps(gateway.ops.addresses()[0] as AddressInfo | undefined));
}

/** @returns the variables of this process; while developing, the file of the upstreams may be created later. */
function environment(): NodeJS.ProcessEnv {
  const { DEV, UPSTREAMS = '' } = process.env;
  return DEV === '1' && !existsSync(UPSTREAMS) ? { ...process.env, UPSTREAMS: '' } : process.env;
}

/** @returns whether the parent process, the socket holder or systemd, passed the bound socket (sd_listen_fds(3)). */
function hasSocket(): boolean {
  return process.env['LISTEN_FDS'] === '1';
}

/** Uses the file of the upstreams anew whenever it is created, changed or removed. */
function followUpstreams(file: string, reload: Gateway['reloadUpstreams']): void {
  const tell = (text: string): void => void process.stderr.write(`${text}\n`);
  watchFile(file, { interval: LOOK_AT_FILE_MS, persistent: false }, () => {
    reload().then(
      (names) => tell(`upstreams: ${names.join(', ') || 'none'}`),
      (error: Error) => tell(error.message),
    );
  });
}

/** @returns the upstreams as their file is now. @throws GW_UPSTREAMS_REFUSED */
function readUpstreams(): UpstreamSettings[] {
  const parsed = parseSettings(SETTINGS, environment());
  if (!parsed.ok)
    throw servingErrors.UPSTREAMS_REFUSED({ reason: parsed.issues.map(describeIssue).join('; ') });
  return parsed.settings.config.upstreams.servers ?? [];
}

/**
 * @param address of the listener. @param siteUrl SITE_URL. @param inContainer its log is read by programs
 * @returns the line on standard output that says where the gateway listens
 */
function startLine(address: string, siteUrl: string, inContainer: boolean): string {
  if (!inContainer) return address;
  return JSON.stringify({
    level: INFO,
    time: Date.now(),
    msg: 'the gateway listens',
    address,
    SITE_URL: siteUrl,
  });
}

/** @returns the lines for a person who starts the gateway; empty without a listener for operations. */
function nextSteps(ops: AddressInfo | undefined): string {
  if (ops === undefined) return '';
  const host = ops.family === 'IPv6' ? `[${ops.address}]` : ops.address;
  return `Operations: http://${host}:${ops.port}/-/\nNext: npm run operator-token -- <your name>, to create a token\n`;
}

function fail(lines: string[]): void {
  reportFailure(...lines);
  process.exit(1);
}
