import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../bench/support/waiting.ts';
import { ORIGINS, compose, containerOf, docker, inspect, nodeIn, PROJECT } from '../docker.ts';
import { type Figures, must } from '../report.ts';
import { composition, isReady, type Visits, visit, whileVisited } from '../visitors.ts';
import { atPace, within } from '../pace.ts';
import { BASE } from './images.ts';
import { pages } from './platform.ts';

/** Limits on an idle machine. */
const BACK_MS = 2_000;
const STOP_MS = 10_000;

/** Kills the program of the container, `server.ts` of the gateway or of an origin; it has to be restarted. */
async function crash(service: string): Promise<void> {
  await nodeIn(
    containerOf(service),
    `for (const pid of fs.readdirSync('/proc')) if (/^[0-9]+$/.test(pid) && pid !== '1' && +pid !== process.pid) {
       const argv = fs.readFileSync('/proc/' + pid + '/cmdline', 'utf8').split('\\0');
       if (argv[0].endsWith('node') && argv.some((part) => part.endsWith('/server.ts'))) process.kill(+pid, 'SIGKILL');
     }`,
  ).catch(() => {}); // the exec ends with its container
}

function withoutFailures({ failed, requests, failures, slowestMs }: Visits): Figures {
  must(failed === 0, `${failed} of ${requests} requests failed:\n${failures.slice(0, 8).join('\n')}`);
  return { requests, failed, slowest: `${slowestMs} ms` };
}

export async function killOrigin(service: (typeof ORIGINS)[number]): Promise<Figures> {
  let back = 0;
  const visits = await whileVisited(async () => {
    await crash(service);
    const name = containerOf(service);
    back = await until(`${service} healthy again`, async () => {
      const state = await inspect(name, '{{.RestartCount}} {{.State.Health.Status}}');
      return /^[1-9]\d* healthy$/.test(state);
    });
  });
  return { ...withoutFailures(visits), 'healthy again': `${(back / 1000).toFixed(1)} s` };
}

/** The gateway serves the same composition after the crash. */
export async function killGateway(): Promise<Figures> {
  const before = await composition();
  const [visits, pace] = await atPace(() =>
    whileVisited(async () => {
      await sleep(500);
      await crash('gateway');
      await until('the gateway', () => isReady());
    }),
  );
  must((await composition()) === before, 'another composition is served after the crash');
  const { requests, failed, longestGapMs } = visits;
  const gap = within('without an answer', longestGapMs, BACK_MS, pace);
  const cut = visits.failures.filter((failure) => /closed|RESET|incomplete page/.test(failure)).length;
  return { requests, failed, 'cut or reset': cut, 'without an answer': gap };
}

/** The gateway starts from its volume while no container of an app runs. */
export async function startWithoutApps(): Promise<Figures> {
  const before = await composition();
  const stopped = await whileVisited(() => compose(['stop', ...ORIGINS]).then(() => {}));
  const shown = withoutFailures(stopped);
  const started = performance.now();
  await compose(['restart', 'gateway']);
  await until('the gateway', () => isReady());
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  must((await composition()) === before, 'another composition is served after the restart');
  await pages();
  await compose(['start', ...ORIGINS]);
  return { ...shown, 'stopped and ready': `${seconds} s` };
}

/** Wrong behaviour of an origin → body of a Node HTTP handler. */
const ROGUES: Record<string, string> = {
  hangs: ``,
  'answers garbage': `answer.end(require('crypto').randomBytes(65536))`,
  'answers garbage as JSON': `answer.setHeader('content-type', 'application/json').end('{"app":"blog","files":{"../x":{}}}')`,
  'answers without end': `setInterval(() => answer.write('x'.repeat(65536)), 5)`,
  'answers 500': `answer.writeHead(500).end('no')`,
  'redirects inside': `answer.writeHead(302, { location: 'http://gateway:3001/-/status' }).end()`,
};
const ROGUE = `${PROJECT}-rogue`;

/** Replaces the container of an app by misbehaving ones at the same address. */
export async function rogueOrigins(): Promise<Figures> {
  const before = await composition();
  await compose(['stop', 'mfe-blog']);
  let requests = 0;
  try {
    for (const [how, body] of Object.entries(ROGUES)) {
      await standIn(body);
      const visits = await whileVisited(() => sleep(how === 'hangs' ? 7_000 : 4_000));
      must(visits.failed === 0, `${how}: ${visits.failures.slice(0, 5).join('\n')}`);
      must((await composition()) === before, `${how}: another composition is served`);
      requests += visits.requests;
    }
    await standIn(ROGUES['hangs']!);
    const started = performance.now();
    await compose(['restart', 'gateway']);
    await until('the gateway with a hanging app', () => isReady());
    must(!(await visit('/blog')), '/blog is not served after the restart');
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    return {
      origins: Object.keys(ROGUES).length,
      requests,
      failed: 0,
      'restart with a hanging app': `${seconds} s`,
    };
  } finally {
    await docker(['rm', '-f', ROGUE]).catch(() => '');
    await compose(['start', 'mfe-blog']);
  }
}

async function standIn(body: string): Promise<void> {
  await docker(['rm', '-f', ROGUE]).catch(() => '');
  const code = `require('http').createServer((request, answer) => { ${body} }).listen(8080)`;
  const place = ['--network', `${PROJECT}_mfe-blog`, '--network-alias', 'mfe-blog', '--init'];
  await docker(['run', '--detach', '--name', ROGUE, ...place, BASE, 'node', '-e', code]);
}

/** The gateway completes open requests before it stops. */
export async function gracefulStop(): Promise<Figures> {
  let stoppedMs = 0;
  const [visits, pace] = await atPace(() =>
    whileVisited(async () => {
      await sleep(500);
      const started = performance.now();
      await compose(['stop', 'gateway']);
      stoppedMs = performance.now() - started;
      const code = await inspect(containerOf('gateway'), '{{.State.ExitCode}}');
      must(code === '0' || code === '143', `the gateway ended with ${code}`);
      await compose(['start', 'gateway']);
      await until('the gateway', () => isReady());
    }),
  );
  const stopped = within('stopped', stoppedMs, STOP_MS, pace);
  const cut = visits.failures.filter((failure) => /status|incomplete page/.test(failure));
  must(cut.length === 0, `cut: ${cut.join('\n')}`);
  return {
    stopped: `after ${stopped}`,
    'wrong answers': 0,
    'failed connections': visits.failed,
  };
}
