import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { docker, root } from '../docker.ts';
import { type Figures, Skip, must } from '../report.ts';
import { composition, isReady, until, visit, whileVisited } from '../visitors.ts';
import { runScript } from './images.ts';

const STACK = 'voltframe-swarm';
const GATEWAY = `${STACK}_gateway`;
const FRONT = 'http://127.0.0.1:18301';
const PASSWORD = 'only-for-this-test';
const SECRETS = {
  'database-password': PASSWORD,
  'database-url': `postgres://voltframe:${PASSWORD}@database:5432/voltframe`,
  'enquiry-secret': 'e'.repeat(64),
};
const SETTINGS = {
  SITE_URL: FRONT,
  POSTGRES_IMAGE: 'postgres:15',
  DATABASE_CONSTRAINT: 'node.role == manager',
};

interface Service {
  ports?: unknown;
  deploy: Record<string, unknown>;
}

/** A swarm of this machine alone, with the stack in it. */
export async function startStack(): Promise<Figures> {
  const state = await docker(['info', '--format', '{{.Swarm.LocalNodeState}}']);
  if (state !== 'inactive') throw new Skip(`this engine's swarm is ${state}; it is left alone`);
  runScript('postgres-image.sh');
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
  const ready = await until('the stack', 90_000, () => isReady(FRONT));
  return { serves: `after ${(ready / 1000).toFixed(1)} s` };
}

/** docker-stack.yml with one gateway to begin with, and the front in place of the ingress network. */
async function stackOfTest(): Promise<string> {
  const text = await readFile(path.join(root, 'docker-stack.yml'), 'utf8');
  const stack = parse(text, { merge: true }) as { services: Record<string, Service> };
  const front = await readFile(path.join(import.meta.dirname, '../front.cjs'), 'utf8');
  for (const service of Object.values(stack.services)) service.deploy['endpoint_mode'] = 'dnsrr';
  const gateway = stack.services['gateway']!;
  delete gateway.ports;
  gateway.deploy['replicas'] = 1;
  Object.assign(gateway.deploy['update_config'] as object, { delay: '1s', monitor: '5s' });
  return stringify({
    ...stack,
    services: {
      ...stack.services,
      front: {
        image: 'voltframe-test/gateway:test',
        command: ['node', '-e', front.replaceAll('$', '$$$$')],
        networks: ['site'],
        ports: [{ mode: 'host', target: 8080, published: 18301 }],
        healthcheck: { disable: true },
        deploy: { endpoint_mode: 'dnsrr' },
      },
    },
  });
}

/** From one to three, and all of them serve the same. */
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

/** All three replaced, one after the other. */
export async function rollingUpdate(): Promise<Figures> {
  const started = performance.now();
  const update = ['service', 'update', '--force', '--env-add', 'LOG_LEVEL=warn', GATEWAY];
  const visits = await whileVisited(() => docker(update).then(() => {}), FRONT);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  must(visits.failed === 0, `${visits.failed} failed:\n${visits.failures.slice(0, 8).join('\n')}`);
  return { updated: `after ${seconds} s`, requests: visits.requests, failed: 0 };
}

/** One of three dies; Swarm starts another, and only what was under way in it may fail. */
export async function killReplica(): Promise<Figures> {
  const [container] = (await docker(['ps', '-q', '--filter', `name=${GATEWAY}.`])).split('\n');
  must(container, 'no replica runs');
  const visits = await whileVisited(async () => {
    await docker(['kill', container]);
    await until('three replicas', 60_000, async () => {
      const healthy = await docker([
        'ps',
        '-q',
        '--filter',
        `name=${GATEWAY}.`,
        '--filter',
        'health=healthy',
      ]);
      return healthy.split('\n').filter(Boolean).length === 3 && !healthy.includes(container);
    });
  }, FRONT);
  must(visits.failed <= 4, `${visits.failed} failed:\n${visits.failures.slice(0, 8).join('\n')}`);
  return { requests: visits.requests, failed: visits.failed };
}

/** Without the apps, a new replica starts from what PostgreSQL holds. */
export async function startFromDatabase(): Promise<Figures> {
  const before = await composition(FRONT);
  const apps = ['shell', 'mfe-marketing', 'mfe-blog', 'mfe-legal'].map((name) => `${STACK}_${name}=0`);
  await docker(['service', 'scale', '--detach', ...apps]);
  await docker(['service', 'scale', `${GATEWAY}=0`]);
  await docker(['service', 'scale', `${GATEWAY}=1`]);
  const ready = await until('the new replica', 60_000, () => isReady(FRONT));
  must((await composition(FRONT)) === before, 'it serves another composition');
  must(!(await visit('/blog', FRONT)), '/blog is not served');
  return { ready: `after ${(ready / 1000).toFixed(1)} s` };
}

export async function removeStack(): Promise<void> {
  const inSwarm = (await docker(['info', '--format', '{{.Swarm.LocalNodeState}}'])) === 'active';
  const ours = inSwarm && (await docker(['secret', 'ls', '-q', '--filter', 'name=database-url'])) !== '';
  if (!ours) return;
  await docker(['stack', 'rm', STACK]);
  await until('the stack to be gone', 60_000, async () => {
    return (await docker(['ps', '-aq', '--filter', `label=com.docker.stack.namespace=${STACK}`])) === '';
  });
  await docker(['swarm', 'leave', '--force']);
  await until('the volume to be free', 20_000, async () => {
    await docker(['volume', 'rm', '-f', `${STACK}_database`]);
    return true;
  });
}
