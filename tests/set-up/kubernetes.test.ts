import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { documentedSections } from '../../scripts/settings-doc.ts';

type Json = Record<string, unknown>;

interface Manifest {
  kind: string;
  apiVersion: string;
  metadata: { name: string; labels?: Record<string, string> };
  spec: Json;
}

interface Container {
  image: string;
  env?: { name: string; value: string }[];
  envFrom?: { configMapRef: { name: string } }[];
  ports: { name: string }[];
  resources: { limits: Record<string, string> };
}

interface PolicySpec {
  podSelector: { matchLabels?: Record<string, string> };
  policyTypes: string[];
  ingress?: { ports: { port: string }[]; from?: object[] }[];
  egress?: { to?: { ipBlock?: { cidr: string; except: string[] } }[] }[];
}

interface Kustomization {
  resources: string[];
  images: { name: string }[];
  configMapGenerator: { name: string; literals: string[] }[];
}

const folder = path.resolve(import.meta.dirname, '../../deploy/kubernetes');
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
const files = globSync('**/*.yaml', { cwd: folder })
  .filter((file) => !file.endsWith('kustomization.yaml'))
  .toSorted();
const manifests = files.flatMap((file) =>
  parseAllDocuments(read(file)).map((document) => ({ file, manifest: document.toJS() as Manifest })),
);
const kustomization = parse(read('kustomization.yaml')) as Kustomization;
const ofKind = (kind: string) => manifests.map(({ manifest }) => manifest).filter((one) => one.kind === kind);
const settings = documentedSections()
  .flatMap((section) => section.settings)
  .flatMap(({ variable, fileVariable = '' }) => [variable, fileVariable]);

/** @returns labels, container and volumes of the pods of a Deployment or a CronJob. */
function podsOf({ kind, spec }: Manifest) {
  const job = kind === 'CronJob' ? (spec['jobTemplate'] as { spec: Json }).spec : spec;
  const { metadata, spec: pod } = job['template'] as {
    metadata: { labels: Record<string, string> };
    spec: { containers: [Container]; volumes?: { name: string; emptyDir?: { sizeLimit: string } }[] };
  };
  return { labels: metadata.labels, container: pod.containers[0], volumes: pod.volumes ?? [] };
}

/** Files of the live and leased releases, which RELEASE_STORE_MB does not count: 32 MB of each of a few apps. */
const LIVE_FILES_MB = 512;
const isData = ({ name, emptyDir }: { name: string; emptyDir?: object }): boolean =>
  name === 'data' && emptyDir !== undefined;

/** Imported by path, because not all packages export their schemas. */
const PACKAGES = path.resolve(import.meta.dirname, '../node_modules');
const OPERATOR = 'ComGithubPrometheusOperatorPrometheusOperatorPkgApisMonitoringV1';
/** Kind → schema published by Kubernetes or the Prometheus operator. */
const SCHEMAS: Record<string, string> = {
  Deployment: 'kubernetes-models/_schemas/IoK8sApiAppsV1Deployment',
  Service: 'kubernetes-models/_schemas/IoK8sApiCoreV1Service',
  Namespace: 'kubernetes-models/_schemas/IoK8sApiCoreV1Namespace',
  PodDisruptionBudget: 'kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget',
  HorizontalPodAutoscaler: 'kubernetes-models/_schemas/IoK8sApiAutoscalingV2HorizontalPodAutoscaler',
  NetworkPolicy: 'kubernetes-models/_schemas/IoK8sApiNetworkingV1NetworkPolicy',
  Ingress: 'kubernetes-models/_schemas/IoK8sApiNetworkingV1Ingress',
  CronJob: 'kubernetes-models/_schemas/IoK8sApiBatchV1CronJob',
  PersistentVolumeClaim: 'kubernetes-models/_schemas/IoK8sApiCoreV1PersistentVolumeClaim',
  PodMonitor: `@kubernetes-models/prometheus-operator/_schemas/${OPERATOR}PodMonitor`,
  PrometheusRule: `@kubernetes-models/prometheus-operator/_schemas/${OPERATOR}PrometheusRule`,
};

interface Validate {
  (data: unknown): boolean;
  errors?: { instancePath: string; message?: string; keyword: string; params: object }[] | null;
}

/**
 * The schemas accept unknown fields, which a cluster ignores or refuses. A field that the validator never reads is
 * unknown.
 * @returns the defects of a manifest, unknown fields included
 */
async function defectsOf(manifest: Manifest): Promise<string[]> {
  const { validate } = (await import(path.join(PACKAGES, `${SCHEMAS[manifest.kind]}.js`))) as {
    validate: Validate;
  };
  const asked = new Map<object, Set<PropertyKey>>();
  const watched = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(watched);
    const keys = new Set<PropertyKey>();
    const inside = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, watched(one)]));
    asked.set(inside, keys);
    return new Proxy(inside, { get: (target, key) => (keys.add(key), target[key as string]) });
  };
  if (!validate(watched(manifest)))
    return validate.errors!.map(
      ({ instancePath, keyword, params }) => `${instancePath} ${keyword} ${JSON.stringify(params)}`,
    );
  return [...asked].flatMap(([value, keys]) => Object.keys(value).filter((key) => !keys.has(key)));
}

describe('manifests of deploy/kubernetes', () => {
  test.each(manifests.map(({ file, manifest }) => [file, manifest.kind, manifest] as const))(
    '%s: %s is valid by the published schema',
    async (_, __, manifest) => {
      expect(await defectsOf(manifest)).toEqual([]);
    },
  );

  test.each([
    ['a wrong type', { replicas: 'one' }, /^\/spec\/replicas type/],
    ['a misspelt field', { replcas: 1 }, /^replcas$/],
    ['no selector', { selector: undefined }, /^\/spec required .*selector/],
  ])('the schema check reports %s', async (_, change, defect) => {
    const [deployment] = ofKind('Deployment');
    const changed = structuredClone({ ...deployment!, spec: { ...deployment!.spec, ...change } });
    expect((await defectsOf(changed))[0]).toMatch(defect);
  });

  test('every file is a resource of the kustomization, and every image can be replaced there', () => {
    const listed = kustomization.resources.toSorted();
    // The Ingress is an example for one controller.
    expect(listed).toEqual(files.filter((file) => !/^(monitoring\/|ingress\.yaml$)/.test(file)));
    const used = [...ofKind('Deployment'), ...ofKind('CronJob')].map((one) => podsOf(one).container.image);
    expect([...new Set(used)].toSorted()).toEqual(kustomization.images.map(({ name }) => name).toSorted());
  });

  const KUSTOMIZATIONS = ['.', 'monitoring'];

  test.each(KUSTOMIZATIONS)('every resource of the kustomization %s is a file in its own folder', (name) => {
    const { resources } = parse(read(path.join(name, 'kustomization.yaml'))) as Kustomization;
    expect(resources.length).toBeGreaterThan(0);
    const wrong = resources.filter(
      (file) => /^\.\.|^\//.test(file) || !existsSync(path.join(folder, name, file)),
    );
    expect(wrong).toEqual([]);
  });

  test('settings, scaled deployments, pods and watched Services that a manifest names exist', () => {
    const maps = kustomization.configMapGenerator.map(({ name }) => name);
    const used = ofKind('Deployment').flatMap((one) => podsOf(one).container.envFrom ?? []);
    expect([...new Set(used.map(({ configMapRef }) => configMapRef.name))]).toEqual(maps);
    const deployments = ofKind('Deployment').map(({ metadata }) => metadata.name);
    for (const { spec } of ofKind('HorizontalPodAutoscaler'))
      expect(deployments).toContain((spec['scaleTargetRef'] as { name: string }).name);
    const labels = ofKind('Deployment').map((one) => podsOf(one).labels);
    const chosenBy = (selector: unknown) => (selector as { matchLabels?: object }).matchLabels ?? {};
    const choosing = [
      ...ofKind('PodDisruptionBudget').map(({ spec }) => chosenBy(spec['selector'])),
      ...ofKind('NetworkPolicy').map(({ spec }) => chosenBy(spec['podSelector'])),
    ];
    expect(choosing.length).toBeGreaterThan(3);
    for (const selector of choosing) expect(labels).toContainEqual(expect.objectContaining(selector));
    const services = ofKind('Service').map(({ metadata }) => metadata.name);
    const [ingress] = ofKind('Ingress');
    expect(services).toContain(/service: \{ name: (\w+)/.exec(read('ingress.yaml'))?.[1]);
    expect(ingress).toBeDefined();
  });

  test('every variable of a gateway is a setting', () => {
    const given = ofKind('Deployment').flatMap((deployment) => podsOf(deployment).container.env ?? []);
    const literals = kustomization.configMapGenerator.flatMap(({ literals: lines }) => lines);
    const names = [...given.map(({ name }) => name), ...literals.map((line) => line.split('=', 1)[0]!)];
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !settings.includes(name))).toEqual([]);
  });

  test('every Service selects pods and a port that they name', () => {
    const pods = ofKind('Deployment').map(podsOf);
    for (const { metadata, spec } of ofKind('Service')) {
      const { selector, ports } = spec as { selector: object; ports: { targetPort: string }[] };
      const chosen = pods.filter(({ labels }) =>
        Object.entries(selector).every(([name, value]) => labels[name] === value),
      );
      expect([metadata.name, chosen.length > 0]).toEqual([metadata.name, true]);
      for (const { container } of chosen)
        expect(container.ports.map(({ name }) => name)).toContain(ports[0]!.targetPort);
    }
  });

  /** The policies that select a pod. */
  const policiesOf = (name: string) => {
    const { labels } = podsOf(ofKind('Deployment').find(({ metadata }) => metadata.name === name)!);
    return ofKind('NetworkPolicy')
      .map(({ spec }) => spec as unknown as PolicySpec)
      .filter(({ podSelector: { matchLabels = {} } }) =>
        Object.entries(matchLabels).every(([key, value]) => labels[key] === value),
      );
  };
  const into = (name: string, port: string) =>
    policiesOf(name)
      .flatMap(({ ingress = [] }) => ingress)
      .filter(({ ports }) => ports.some((one) => one.port === port));

  test('the public Service selects no pod with the operations port', () => {
    const { selector } = ofKind('Service').find(({ metadata }) => metadata.name === 'gateway')!.spec as {
      selector: Record<string, string>;
    };
    const chosen = ofKind('Deployment').filter((one) =>
      Object.entries(selector).every(([key, value]) => podsOf(one).labels[key] === value),
    );
    expect(chosen.map(({ metadata }) => metadata.name)).toEqual(['gateway']);
  });

  test('a gateway trusts the addresses of all pods only because its port accepts the front alone', () => {
    const literals = kustomization.configMapGenerator.flatMap(({ literals: lines }) => lines);
    expect(literals).toContain('TRUST_PROXY=uniquelocal');
    const front = { matchLabels: { 'voltframe.front': 'true' } };
    expect(into('gateway', 'site').map(({ from }) => from)).toEqual([
      [{ podSelector: front }, { namespaceSelector: front }],
    ]);
    expect(into('operations', 'site')).toEqual([]);
  });

  test.each(['gateway', 'operations'])('%s reaches no metadata of the cloud', (name) => {
    const egress = policiesOf(name).filter(({ policyTypes }) => policyTypes.includes('Egress'));
    expect(egress.length).toBeGreaterThan(0);
    const blocks = egress.flatMap((policy) => (policy.egress ?? []).flatMap(({ to = [] }) => to));
    const open = blocks.flatMap(({ ipBlock }) => (ipBlock?.cidr === '0.0.0.0/0' ? [ipBlock] : []));
    expect(open.map(({ except }) => except)).toEqual([['169.254.0.0/16']]);
  });

  test.each(ofKind('Deployment'))('the containers of $metadata.name have limits of CPU and memory', (one) => {
    expect(podsOf(one).container.resources.limits).toEqual({
      cpu: expect.any(String),
      memory: expect.any(String),
    });
  });

  test('every gateway is scraped, on a port without operations calls', () => {
    const gateways = ofKind('Deployment')
      .map(podsOf)
      .filter(({ labels }) => labels['voltframe.site'] === 'gateway');
    const [monitor] = ofKind('PodMonitor');
    const { selector, podMetricsEndpoints } = monitor!.spec as {
      selector: { matchLabels: object };
      podMetricsEndpoints: { port: string }[];
    };
    expect([gateways.length, podMetricsEndpoints]).toEqual([
      2,
      [expect.objectContaining({ port: 'metrics' })],
    ]);
    for (const { labels, container } of gateways) {
      expect(labels).toMatchObject(selector.matchLabels);
      const { METRICS_PORT } = Object.fromEntries(container.env!.map(({ name, value }) => [name, value]));
      expect(container.ports).toContainEqual({ name: 'metrics', containerPort: Number(METRICS_PORT) });
    }
  });

  test('the rules for the Prometheus operator are those of docs/observe/alerts.yml', () => {
    const rules = readFileSync(path.resolve(folder, '../../docs/observe/alerts.yml'), 'utf8');
    expect(ofKind('PrometheusRule')[0]!.spec).toEqual(parse(rules));
  });

  test('the volume of data has room for files, renderings and the reserve', () => {
    const literals = kustomization.configMapGenerator.flatMap(({ literals: lines }) => lines);
    const megabytesOf = (name: string): number =>
      Number(literals.find((line) => line.startsWith(`${name}=`))?.split('=')[1]);
    const store = megabytesOf('RELEASE_STORE_MB');
    const needed = store + store / 4 + megabytesOf('DISK_RESERVE_MB') + LIVE_FILES_MB;
    for (const gateway of ofKind('Deployment')
      .map(podsOf)
      .filter(({ volumes }) => volumes.some(isData))) {
      const limit = gateway.volumes.find(isData)!.emptyDir!.sizeLimit;
      expect(/^\d+Gi$/.test(limit) && Number.parseInt(limit, 10) * 1024).toBeGreaterThanOrEqual(needed);
    }
  });

  test('one gateway has the operations port; the others only serve', () => {
    const portOf = (name: string) => {
      const deployment = ofKind('Deployment').find(({ metadata }) => metadata.name === name)!;
      const env = podsOf(deployment).container.env!;
      return Object.fromEntries(env.map((one) => [one.name, one.value]));
    };
    expect(portOf('gateway')).toMatchObject({ OPS_PORT: 'off', RELEASES: 'none' });
    expect(portOf('operations')).toMatchObject({ OPS_PORT: '3001' });
  });
});
