import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, onTestFinished, test, type TestOptions } from 'vitest';
import { startSmtpServer } from '../../gateway/test/platform/outbox/smtp-server.ts';
import { startTcpProxy, type TcpProxy } from '../../gateway/test/fixtures/tcp-proxy.ts';
import { appsOfCheckout, releasesOf } from '../bench/support/server-process.ts';
import { until, within } from '../bench/support/waiting.ts';
import { PAGES as UPSTREAM_PAGES, writeUpstreamSite } from '../fixtures/upstream-site.ts';
import { APPS, changedDraft } from './draft-release.ts';
import { isShort } from './fault-form.ts';
import { type FaultGateway, startFaultGateway } from './fault-gateway.ts';
import { findOrInstallPostgres } from './postgres-programs.ts';
import { deployChanged, pushDrafts } from './push-drafts.ts';
import { startTemporaryPostgres } from './temporary-postgres.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Why a test may be skipped: `npm test` prints this reason. */
    needs?: string;
  }
}

const programs = findOrInstallPostgres();
const withPostgres = 'bin' in programs;
const NEEDS_POSTGRES: TestOptions = withPostgres ? {} : { meta: { needs: programs.missing } };

const isLong = !isShort;
/** In `npm test`, `database-connections.test.ts` tests dropped connections in less time. */
const NEEDS_FORM: TestOptions = isLong ? {} : { meta: { needs: 'npm run fault -- network' } };

const RESETS = 20;
/** Time in which bytes reach the other side. */
const ON_THE_WAY_MS = 50;
const PAGES = ['/', '/about', '/blog', '/terms'];
const PAUSE_MS = 50;
/** Of a query to PostgreSQL that gets no answer: a refusal that waits for a query takes longer. */
const QUERY_LIMIT_MS = 10_000;
/** Only ends a hanging wait. */
const CALLS_LIMIT_MS = 120_000;
/** Limit of the recovery; the short form has more time, because other tests run beside it. */
const RECOVERY_LIMIT_MS = isShort ? 120_000 : 30_000;

interface Site {
  gateway: FaultGateway;
  /** Before PostgreSQL. */
  proxy: TcpProxy;
  /** `DATABASE_URL` without the proxy. */
  databaseUrl: string;
}

/** A gateway whose connections to PostgreSQL pass a proxy. */
async function startSite(): Promise<Site> {
  const postgres = await startTemporaryPostgres({ durable: false });
  onTestFinished(() => postgres.remove());
  const databaseUrl = new URL(postgres.url);
  const proxy = await startTcpProxy(Number(databaseUrl.port));
  databaseUrl.port = String(proxy.port);
  const gateway = await start(databaseUrl.href);
  await deployChanged(gateway, APPS, 'first');
  return { gateway, proxy, databaseUrl: postgres.url };
}

async function start(databaseUrl: string): Promise<FaultGateway> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'voltframe-network-'));
  const gateway = await startFaultGateway({ dataDir, env: { DATABASE_URL: databaseUrl } });
  onTestFinished(async () => {
    await gateway.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return gateway;
}

/** Requests pages until the end. @returns ends it, and returns the failures. */
function visitPages(gateway: FaultGateway): () => Promise<string[]> {
  const failures: string[] = [];
  const end = new AbortController();
  const visitor = async (page: string): Promise<void> => {
    while (!end.signal.aborted) {
      const answer = await fetch(gateway.url + page).then(
        async (response) => `${response.status}${(await response.text()).includes('</html>') ? '' : ' cut'}`,
        String,
      );
      if (answer !== '200') failures.push(`${page} ${answer}`);
      await sleep(PAUSE_MS);
    }
  };
  const visitors = Promise.all(PAGES.map(visitor));
  return async () => {
    end.abort();
    await visitors;
    return failures;
  };
}

/** @returns the status of the history of deploys, which the gateway reads from the database. */
async function readHistory({ opsUrl, token }: FaultGateway): Promise<number> {
  const { status } = await fetch(`${opsUrl}/-/history`, { headers: { authorization: `Bearer ${token}` } });
  return status;
}

async function shownComposition({ url }: FaultGateway): Promise<unknown> {
  return ((await (await fetch(`${url}/builds/latest.json`)).json()) as { id: unknown }).id;
}

/** @param message a text of its own: the gateway stores equal posts once. @returns the status. */
async function sendForm({ url }: FaultGateway, message = 'Hello.'): Promise<number> {
  const entry = {
    name: 'Ada',
    email: 'ada@example.com',
    topic: 'robotics',
    message,
    consent: 'yes',
  };
  const { status } = await fetch(`${url}/api/contact`, {
    method: 'POST',
    body: new URLSearchParams({ ...entry, elapsedMs: '9000' }),
    redirect: 'manual',
  });
  return status;
}

describe.runIf(withPostgres)('a network that breaks connections', NEEDS_POSTGRES, () => {
  test('resets of all connections to the database end no gateway and fail no page', async () => {
    const { gateway, proxy } = await startSite();
    const leave = visitPages(gateway);
    const cut: number[] = [];
    for (let times = 0; times < RESETS; times++) {
      await until('the history', async () => (await readHistory(gateway)) === 200, {
        limitMs: RECOVERY_LIMIT_MS,
      });
      if (times % 2 === 0) {
        proxy.cutOff();
        // Of the operator's token: the first query of the request.
        const held = proxy.untilHeld('from "token"');
        const query = readHistory(gateway);
        // Without an idle connection the query is never sent, and fails for its time.
        await Promise.race([held, query]);
        proxy.join();
        cut.push(await query);
      } else proxy.reset();
      await sleep(ON_THE_WAY_MS);
    }
    await deployChanged(gateway, ['blog'], 'after the resets');
    expect({ cut, failures: await leave(), runs: process.kill(gateway.pid, 0) }).toEqual({
      cut: Array.from({ length: RESETS / 2 }, () => 503),
      failures: [],
      runs: true,
    });
  });

  test.runIf(isLong)(
    'a gateway replaces connections to the database that were dropped in silence',
    NEEDS_FORM,
    async () => {
      const { gateway, proxy, databaseUrl } = await startSite();
      const other = await start(databaseUrl);
      const leave = visitPages(gateway);
      const next = changedDraft('legal', 'while one gateway is cut off');
      proxy.drop();
      const pushing = pushDrafts(other, [next]);
      const isSent = await within(RECOVERY_LIMIT_MS, async () => (await sendForm(gateway)) === 303);
      const { verdict } = await pushing;
      const isShown = await within(
        RECOVERY_LIMIT_MS,
        async () => (await shownComposition(gateway)) === (await shownComposition(other)),
      );
      expect({ activated: verdict?.activated, isSent, isShown, failures: await leave() }).toEqual({
        activated: true,
        isSent: true,
        isShown: true,
        failures: [],
      });
      expect(process.kill(gateway.pid, 0)).toBe(true);
    },
  );

  test('a gateway that knows that it is cut off from the database refuses newer payloads at once', async () => {
    const { gateway, proxy, databaseUrl } = await startSite();
    const other = await start(databaseUrl);
    const leave = visitPages(gateway);
    proxy.cutOff();
    await until('the outage', async () => {
      const ready = (await (await fetch(`${gateway.url}/-/ready`)).json()) as object;
      return isDeepStrictEqual(ready, { ...ready, status: 'ok', database: 'away' });
    });
    await deployChanged(other, ['legal'], 'while one gateway is cut off');
    const newer = `/terms/_payload.json?${String(await shownComposition(other))}`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const response = await fetch(gateway.url + newer, { signal: AbortSignal.timeout(QUERY_LIMIT_MS) });
        return [response.status, await response.text()];
      }),
    );
    expect(new Set(answers.map(([status]) => status))).toEqual(new Set([503]));
    expect(String(answers[0]![1])).not.toMatch(/127\.0\.0\.1|E[A-Z]{5,}/);
    proxy.join();
    await until('the newer payload', async () => (await fetch(gateway.url + newer)).status === 200);
    expect(await leave()).toEqual([]);
  });
});

const HTTP_ANSWER =
  'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 14\r\n\r\n{"text": "hi"}';

/** Resets a connection at one moment. */
const BREAKS: Record<string, (socket: Socket) => void> = {
  'at once': (socket) => void socket.resetAndDestroy(),
  'after the request': (socket) => void socket.once('data', () => socket.resetAndDestroy()),
  'within the answer': (socket) =>
    void socket.once('data', () => socket.write(HTTP_ANSWER.slice(0, -4), () => socket.resetAndDestroy())),
  'after the answer': (socket) =>
    void socket.once('data', () =>
      socket.write(HTTP_ANSWER, () => setTimeout(() => socket.resetAndDestroy(), ON_THE_WAY_MS)),
    ),
};

/** An HTTP server that resets each connection, at the moments of `BREAKS` in turn. */
async function startBreakingServer() {
  const breaks = Object.values(BREAKS);
  let connections = 0;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    breaks[connections++ % breaks.length]!(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { host: `127.0.0.1:${port}`, isTried: () => connections >= breaks.length };
}

test('resets by every server that the gateway calls end no gateway and fail no page', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'voltframe-network-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [receiver, cache, collector, upstream, origin, icons] = await Promise.all(
    Array.from({ length: 6 }, () => startBreakingServer()),
  );
  const mailServer = await startSmtpServer();
  onTestFinished(() => mailServer.close());
  const mailProxy = await startTcpProxy(Number(new URL(mailServer.url).port));
  // Only idle connections of mail break: after an attempt that failed the gateway waits 15 s, then longer.
  const mail = { isTried: () => mailServer.received.length > 1 };
  let resetAfter = 0;
  const servers = { receiver, cache, collector, upstream, origin, icons, mail };
  const { UPSTREAMS } = await writeUpstreamSite(folder, `http://${upstream!.host}`);
  const receivers = path.join(folder, 'receivers.yml');
  writeFileSync(
    receivers,
    `one: { url: 'http://${receiver!.host}', private: true, secret: '${'s'.repeat(32)}' }`,
  );
  const gateway = await startFaultGateway({
    env: {
      UPSTREAMS: UPSTREAMS!,
      RELEASES: `${releasesOf(appsOfCheckout())},docs=${folder}/docs,broken=http://${origin!.host}`,
      EVENT_RECEIVERS: receivers,
      CDN_PURGE: `http://${cache!.host}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://${collector!.host}`,
      ICON_FALLBACK_URL: `http://${icons!.host}`,
      SMTP_URL: `smtp://127.0.0.1:${mailProxy.port}`,
      MAIL_FROM: 'site@example.com',
      MAIL_TO: 'desk@example.com',
      ENQUIRY_LIMIT_PER_ADDRESS: '1000',
    },
  });
  onTestFinished(() => gateway.stop());
  // A gateway takes the releases of its sources one after the other.
  for (const page of PAGES)
    await until(`the release of ${page}`, async () => (await fetch(gateway.url + page)).status === 200);
  const leave = visitPages(gateway);
  const isTriedByAll = await within(CALLS_LIMIT_MS, async (round) => {
    expect(await sendForm(gateway, `Round ${round}.`)).toBe(303);
    await deployChanged(gateway, ['legal'], `round ${round}`);
    await fetch(`${gateway.url}/docs/p${round % UPSTREAM_PAGES}`);
    await fetch(`${gateway.url}/api/_nuxt_icon/none.json?icons=one${round}`);
    if (mailServer.received.length > resetAfter) {
      await sleep(ON_THE_WAY_MS);
      mailProxy.reset();
      resetAfter = mailServer.received.length;
    }
    return Object.values(servers).every((server) => server!.isTried());
  });
  const untried = Object.entries(servers).flatMap(([name, server]) => (server!.isTried() ? [] : [name]));
  expect({ untried, isTriedByAll, failures: await leave() }).toEqual({
    untried: [],
    isTriedByAll: true,
    failures: [],
  });
  expect(process.kill(gateway.pid, 0)).toBe(true);
});
