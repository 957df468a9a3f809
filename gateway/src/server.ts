import { pinnedTick } from './platform/runtime/pinned-tick.ts';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { siteUrlWarnings } from '@voltframe/kit/contract/page/site-config';
import closeWithGrace from 'close-with-grace';
import { pino } from 'pino';
import { type Config, configSchema } from './platform/settings/config.ts';
import type { UpstreamSettings } from './platform/settings/upstream-settings.ts';
import { gatewayErrors } from './platform/errors.ts';
import { handedSettings } from './platform/settings/handed-settings.ts';
import { describeIssue, parseSettings } from './platform/settings/parse-settings.ts';
import { enquirySettings } from '@voltframe/enquiries/settings';
import { createGateway, type Gateway } from './gateway.ts';
import { listenOnSocket } from './platform/runtime/operations-socket.ts';
import { ownAddress } from './platform/runtime/own-address.ts';
import { readMemoryLimit } from './platform/runtime/memory-room.ts';
import { every } from './platform/runtime/timers.ts';
import { reportFailure } from './platform/runtime/log-line.ts';
import { limitOutageLines } from './platform/runtime/outage-log.ts';
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

/** The settings of this program. */
const SETTINGS = { config: configSchema, enquiries: enquirySettings };

const handed = handedSettings(process.env, process.stdin);
await handed?.();
await startOrFail();

function startOrFail(): Promise<void> {
  return start().catch((error: unknown) => fail([startFailure(error)]));
}

async function start(): Promise<void> {
  await pinnedTick;
  const parsed = parseSettings(SETTINGS, process.env);
  if (!parsed.ok) return fail(parsed.issues.map(describeIssue));
  const { config, enquiries } = parsed.settings;
  const production = process.env['NODE_ENV'] === 'production';
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

  let isLeaving = false;
  const gateway = await createGateway({
    config,
    enquiries,
    logger,
    now: Date.now,
    memoryLimit: () => readMemoryLimit(),
    // In development, the file may be created later.
    readUpstreams: config.upstreams.servers || config.development.on ? readUpstreams : undefined,
    tracer,
    isLeaving: () => isLeaving,
  });
  let socket: { close(): Promise<void> } | undefined;
  const { stopDelayMs } = config.http;
  const close = async (): Promise<void> => {
    await socket?.close();
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
      if (config.http.listenFd !== undefined) process.exit(1);
      await startOrFail();
    };
    const stop = every(READ_ONLY_LOOK_MS, () => void look());
  }
  socket = await listenForOperations(gateway.ops, config.operations);
  const { port: sitePort, host: interfaceName, listenFd } = config.http;
  const passed = listenFd === undefined ? { port: sitePort } : { fd: listenFd };
  await gateway.app.listen({ ...passed, host: interfaceName });
  const { port } = gateway.app.addresses()[0] as AddressInfo;
  const host = interfaceName === '0.0.0.0' || interfaceName === '::' ? 'localhost' : interfaceName;
  process.stdout.write(`http://${host}:${port}\n`);
  if (handed) void followSettings(handed, gateway).then(() => closing.close());
  // `npm start` is run by a person, also when its output goes into a file or a pipe.
  if (!production && (process.stderr.isTTY || process.env['npm_lifecycle_event'] === 'start'))
    process.stderr.write(nextSteps(config, gateway.ops.addresses()[0] as AddressInfo | undefined));
}

/**
 * Tells in words what becomes of upstreams that are handed over while the gateway runs.
 * @returns when there is nobody any more to hand them over
 */
async function followSettings(next: () => Promise<boolean>, { reloadUpstreams }: Gateway): Promise<void> {
  while (await next())
    await reloadUpstreams().then(
      (names) => process.stderr.write(`upstreams: ${names.join(', ') || 'none'}\n`),
      (error: Error) => process.stderr.write(`${error.message}\n`),
    );
}

/** @returns the upstreams as their file is now. @throws GW_UPSTREAMS_REFUSED */
function readUpstreams(): UpstreamSettings[] {
  const parsed = parseSettings(SETTINGS, process.env);
  if (!parsed.ok)
    throw gatewayErrors.UPSTREAMS_REFUSED({ reason: parsed.issues.map(describeIssue).join('; ') });
  return parsed.settings.config.upstreams.servers ?? [];
}

/** Listens on the socket or the port, or on neither of them. @returns the socket. */
async function listenForOperations(
  ops: Gateway['ops'],
  { port, host, socket }: Config['operations'],
): Promise<{ close(): Promise<void> } | undefined> {
  if (socket !== undefined) {
    await ops.ready();
    return listenOnSocket(socket, ops.routing);
  }
  if (port !== undefined) await ops.listen({ port, host: ownAddress(host, networkInterfaces()) });
  return undefined;
}

/** @returns the lines for a person who starts the gateway; empty without a listener for operations. */
function nextSteps({ operations }: Config, ops: AddressInfo | undefined): string {
  const where = ops
    ? `http://${ops.family === 'IPv6' ? `[${ops.address}]` : ops.address}:${ops.port}/-/`
    : operations.socket;
  if (where === undefined) return '';
  return `Operations: ${where}\nNext: npm run operator-token -- <your name>, to create a token\n`;
}

function fail(lines: string[]): void {
  reportFailure(...lines);
  process.exit(1);
}
