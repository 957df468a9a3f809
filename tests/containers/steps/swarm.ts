import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { until } from '../../bench/support/waiting.ts';
import { docker, nodeIn, root } from '../docker.ts';
import { type Figures, Skip, must } from '../report.ts';
import { PAGES, composition, isReady, visit, whileVisited } from '../visitors.ts';
import { buildFront, FRONT_IMAGE } from './front.ts';
import { imageOf, runScript } from './images.ts';

const STACK = 'voltframe-swarm';
const GATEWAY = `${STACK}_gateway`;
const FRONT = 'http://127.0.0.1:18301';
const PASSWORD = 'only-for-this-test';
const SECRETS = {
  'database-password': PASSWORD,
  'database-url': `postgres://voltframe:${PASSWORD}@database:5432/voltframe`,
};
const SETTINGS = {
  // Without TLS, because Caddy would request a certificate.
  SITE_URL: 'http://127.0.0.1',
  FRONT_IMAGE,
  PUBLISH_PORT: '18301',
  PUBLISH_TLS_PORT: '18304',
  POSTGRES_IMAGE: 'postgres:15',
  DATABASE_CONSTRAINT: 'node.role == manager',
};

interface Service {
  deploy: Record<string, unknown>;
}

/** Starts the stack in a swarm of this machine. */
export async function startStack(): Promise<Figures> {
  const state = await docker(['info', '--format', '{{.Swarm.LocalNodeState}}']);
  if (state !== 'inactive') throw new Skip(`the engine already has a swarm (${state})`);
  await removeVolumes();
  runScript('postgres-image.sh');
  await buildFront();
  await docker(['swarm', 'init', '--advertise-addr', '127.0.0.1']);
  for (const [name, value] of Object.entries(SECRETS))
    await docker(['secret', 'create', name, '-'], { input: Buffer.from(value) });
  const folder = await mkdtemp(path.join(tmpdir(), 'voltframe-stack-'));
  try {
    const file = path.join(folder, 'stack.yml');
    await writeFile(file, await stackOfTest());
    const deploy = ['stack', 'deploy', '--resolve-image', 'never', '-c', file, STACK];
    await docker(deploy, { env: SETTINGS });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  // An app whose container starts after the gateway joins a later composition.
  const ready = await until('all pages of the stack', async () => {
    const failures = await Promise.all(PAGES.map((page) => visit(page, FRONT)));
    return failures.every((failure) => failure === undefined);
  });
  return { serves: `after ${(ready / 1000).toFixed(1)} s` };
}

/** docker-stack.yml with one gateway at first, and with DNS instead of IPVS, which some kernels lack. */
async function stackOfTest(): Promise<string> {
  const text = await readFile(path.join(root, 'docker-stack.yml'), 'utf8');
  const stack = parse(text, { merge: true }) as {
    services: Record<string, Service>;
    configs: { front: { file: string } };
  };
  for (const service of Object.values(stack.services)) service.deploy['endpoint_mode'] = 'dnsrr';
  stack.configs.front.file = path.join(root, stack.configs.front.file);
  const gateway = stack.services['gateway']!;
  gateway.deploy['replicas'] = 1;
  Object.assign(gateway.deploy['update_config'] as object, { delay: '1s', monitor: '5s' });
  return stringify(stack);
}

/** An operator reaches the port in the container and over the network `operations`; an app's container does not. */
export async function operate(): Promise<Figures> {
  const task = await taskOf(GATEWAY);
  const token = await docker(['exec', task, 'node', 'scripts/operator-token.ts', 'ada']);
  const mfe = ['node', 'kit/src/cli/mfe.ts', 'status'];
  const inside = await docker(['exec', '-e', `MFE_TOKEN=${token}`, task, ...mfe]);
  must(inside.includes('blog'), `mfe status in the container: ${inside}`);
  const place = ['--network', `${STACK}_operations`, '-e', `MFE_TOKEN=${token}`];
  const gateway = ['-e', 'MFE_GATEWAY=http://tasks.gateway:3001', imageOf('gateway')];
  const outside = await docker(['run', '--rm', ...place, ...gateway, ...mfe]);
  must(outside.includes('blog'), `mfe status over the network: ${outside}`);
  const reached = await nodeIn(
    await taskOf(`${STACK}_mfe-blog`),
    `const end = (output) => { console.log(output); process.exit(0) };
     net.connect({ host: 'tasks.gateway', port: 3001, timeout: 1500 }, () => end('connected'))
       .on('error', (e) => end(e.code)).on('timeout', () => end('timeout'))`,
  );
  must(reached !== 'connected', 'an app reaches the operations port');
  return { 'an app': reached };
}

/** @returns a running container of a service. */
async function taskOf(service: string): Promise<string> {
  const [task] = (await docker(['ps', '-q', '--filter', `name=${service}.`])).split('\n');
  must(task, `no task of ${service} runs`);
  return task;
}

/** Scales from one replica to three, which serve the same composition. */
export async function scaleToThree(): Promise<Figures> {
  const started = performance.now();
  const visits = await whileVisited(() => docker(['service', 'scale', `${GATEWAY}=3`]).then(() => {}), FRONT);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  must(visits.failed === 0, `${visits.failed} failed:\n${visits.failures.slice(0, 8).join('\n')}`);
  const ids = new Set<string | undefined>();
  for (let asked = 0; asked < 12; asked++) ids.add(await composition(FRONT));
  must(ids.size === 1, `the replicas serve ${[...ids].join(', ')}`);
  return { three: `after ${seconds} s`, requests: visits.requests, failed: 0, compositions: 1 };
}

/** Replaces the three replicas, one after the other. */
export async function rollingUpdate(): Promise<Figures> {
  const started = performance.now();
  const update = ['service', 'update', '--force', '--env-add', 'LOG_LEVEL=warn', GATEWAY];
  const visits = await whileVisited(() => docker(update).then(() => {}), FRONT);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  must(visits.failed === 0, `${visits.failed} failed:\n${visits.failures.slice(0, 8).join('\n')}`);
  return { updated: `after ${seconds} s`, requests: visits.requests, failed: 0 };
}

/** Kills one of three replicas. Swarm starts another one, and only requests in flight may fail. */
export async function killReplica(): Promise<Figures> {
  const healthy = async (): Promise<string[]> => {
    const filters = ['--filter', `name=${GATEWAY}.`, '--filter', 'health=healthy'];
    return (await docker(['ps', '-q', ...filters])).split('\n').filter(Boolean);
  };
  // A replica that the update replaced may still be stopping.
  await until('three replicas', async () => (await healthy()).length === 3);
  const container = await taskOf(GATEWAY);
  const visits = await whileVisited(async () => {
    await docker(['kill', container]);
    await until('another replica', async () => {
      const others = await healthy();
      return others.length === 3 && !others.includes(container);
    });
  }, FRONT);
  must(visits.failed <= 4, `${visits.failed} failed:\n${visits.failures.slice(0, 8).join('\n')}`);
  return { requests: visits.requests, failed: visits.failed };
}

/** A new replica starts from PostgreSQL while no app runs. */
export async function startFromDatabase(): Promise<Figures> {
  const before = await composition(FRONT);
  const apps = ['shell', 'mfe-marketing', 'mfe-blog', 'mfe-legal'].map((name) => `${STACK}_${name}=0`);
  await docker(['service', 'scale', '--detach', ...apps]);
  await docker(['service', 'scale', `${GATEWAY}=0`]);
  await docker(['service', 'scale', `${GATEWAY}=1`]);
  const ready = await until('the new replica', () => isReady(FRONT));
  must((await composition(FRONT)) === before, 'the new replica serves another composition');
  must(!(await visit('/blog', FRONT)), '/blog is not served');
  return { ready: `after ${(ready / 1000).toFixed(1)} s` };
}

export async function removeStack(): Promise<void> {
  const inSwarm = (await docker(['info', '--format', '{{.Swarm.LocalNodeState}}'])) === 'active';
  const ours = inSwarm && (await docker(['secret', 'ls', '-q', '--filter', 'name=database-url'])) !== '';
  if (!ours) return;
  await docker(['stack', 'rm', STACK]);
  await until('the stack to be gone', async () => {
    return (await docker(['ps', '-aq', '--filter', `label=com.docker.stack.namespace=${STACK}`])) === '';
  });
  await docker(['swarm', 'leave', '--force']);
  await removeVolumes();
}

/** A gateway would start from the stored copies of an earlier run. */
async function removeVolumes(): Promise<void> {
  await until('the volumes to be free', async () => {
    const volumes = ['database', 'gateway', 'certificates'].map((name) => `${STACK}_${name}`);
    await docker(['volume', 'rm', '-f', ...volumes]);
    return true;
  });
}
