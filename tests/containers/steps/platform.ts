import { ORIGINS, SITE, compose, containerOf, docker, inspect, nodeIn } from '../docker.ts';
import { atPace, within } from '../pace.ts';
import { type Figures, must } from '../report.ts';
import { PAGES, visit } from '../visitors.ts';

const UP_MS = 60_000;

/** Starts the built images, and waits until every container is healthy. */
export async function up(): Promise<Figures> {
  const started = performance.now();
  const [, pace] = await atPace(() => compose(['up', '--detach', '--no-build', '--wait']));
  return { healthy: `after ${within('healthy', performance.now() - started, UP_MS, pace)}` };
}

/** The ten pages are served, and a missing page answers 404. */
export async function pages(): Promise<Figures> {
  const all = [...PAGES, await firstPost()];
  for (const page of all) {
    const failure = await visit(page);
    must(!failure, `${page}: ${failure}`);
  }
  const { status } = await fetch(`${SITE}/not/there`);
  must(status === 404, `/not/there: ${status}, not 404`);
  return { pages: all.length };
}

async function firstPost(): Promise<string> {
  const html = await (await fetch(`${SITE}/blog`)).text();
  const [, post] = /href="(\/blog\/[a-z0-9-]+)"/.exec(html) ?? [];
  must(post, '/blog links to no post');
  return post;
}

const HARDENED = `{{.HostConfig.ReadonlyRootfs}} {{.HostConfig.CapDrop}} {{.HostConfig.SecurityOpt}} {{.HostConfig.Init}} \
{{.HostConfig.RestartPolicy.Name}} {{.Config.User}}`;
const EXPECTED = 'true [ALL] [no-new-privileges:true] true unless-stopped node';

/** The options of the engine, and their effect inside the containers. */
export async function hardening(): Promise<Figures> {
  for (const service of ['gateway', ...ORIGINS]) {
    const name = containerOf(service);
    const set = await inspect(name, HARDENED);
    must(set === EXPECTED, `${service}: ${set}`);
    const [memory, pids] = (await inspect(name, '{{.HostConfig.Memory}} {{.HostConfig.PidsLimit}}')).split(
      ' ',
    );
    must(Number(memory) > 0 && Number(pids) > 0, `${service}: no limit of memory or pids`);
    const written = await nodeIn(
      name,
      `try { fs.writeFileSync('/srv/x', ''); console.log('written') } catch (e) { console.log(e.code) }`,
    );
    must(written === 'EROFS', `${service}: writing to the root file system: ${written}`);
    const ports = await docker(['port', name]);
    must(
      service === 'gateway' ? ports.startsWith('3000/tcp') : ports === '',
      `${service}: publishes ${ports}`,
    );
  }
  return {};
}

/** The container of an app cannot connect to the operations port, to another app or to the internet. */
export async function networks(): Promise<Figures> {
  const connects = (host: string, port: number): Promise<string> =>
    nodeIn(
      containerOf('mfe-blog'),
      `const s = net.connect({ host: '${host}', port: ${port}, timeout: 1500 }, () => end('connected'));
       const end = (said) => { console.log(said); process.exit(0) };
       s.on('error', (e) => end(e.code)).on('timeout', () => end('timeout'))`,
    );
  const ops = await connects('gateway', 3001);
  must(ops !== 'connected', 'an app reaches the operations port');
  const other = await connects('mfe-legal', 8080);
  must(other !== 'connected', 'an app reaches another app');
  const outside = await connects('1.1.1.1', 443);
  must(outside !== 'connected', 'an app reaches the internet');
  return { operations: ops, other, outside };
}

const RENDER_PROCESS = `const found = fs.readdirSync('/proc').filter((p) => /^[0-9]+$/.test(p)).map((pid) => {
  try {
    const argv = fs.readFileSync('/proc/' + pid + '/cmdline', 'utf8').split('\\0');
    const status = fs.readFileSync('/proc/' + pid + '/status', 'utf8');
    const limits = fs.readFileSync('/proc/' + pid + '/limits', 'utf8');
    const env = fs.readFileSync('/proc/' + pid + '/environ', 'utf8');
    return { argv, uid: /Uid:\\t(\\d+)/.exec(status)[1], caps: /CapEff:\\t(\\w+)/.exec(status)[1],
      data: /Max data size +(\\w+)/.exec(limits)[1], env };
  } catch { return { argv: [] } }
}).find(({ argv }) => argv.includes('--permission'));
console.log(JSON.stringify(found ?? null))`;

/** Render processes are also limited inside the container. */
export async function renderProcess(): Promise<Figures> {
  const found = JSON.parse(await nodeIn(containerOf('gateway'), RENDER_PROCESS)) as {
    argv: string[];
    uid: string;
    caps: string;
    data: string;
    env: string;
  } | null;
  must(found, 'no render process with --permission runs');
  must(found.uid !== '0' && /^0+$/.test(found.caps), `uid ${found.uid}, capabilities ${found.caps}`);
  must(/^\d+$/.test(found.data), 'the render process has no memory limit (ulimit -d)');
  must(!/DATA_DIR|RELEASES/.test(found.env), 'the render process has the environment of the gateway');
  const reads = found.argv.filter((argument) => argument.startsWith('--allow-fs'));
  must(reads.length === 1 && /\/render-scripts\/[0-9a-f]+$/.test(reads[0]!), `may read ${reads.join(' ')}`);
  return { uid: found.uid, memory: `${Math.round(Number(found.data) / 2 ** 20)} MB` };
}
