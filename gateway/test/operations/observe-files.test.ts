import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createMetrics } from '../../src/observing/telemetry/metrics.ts';
import { collectProcessMetrics } from '../../src/observing/telemetry/process-metrics.ts';
import { noSources } from '../fixtures/test-telemetry.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

interface Panel {
  id: number;
  title: string;
  datasource: { uid: string };
  gridPos: { x: number; y: number; w: number; h: number };
  targets: { expr: string; datasource: { uid: string } }[];
}
const dashboard = JSON.parse(read('docs/observe/grafana/voltframe.json')) as {
  uid: string;
  panels: Panel[];
  templating: { list: { query: { query: string } }[] };
  annotations: { list: { expr: string }[] };
};
const alerts = parse(read('docs/observe/alerts.yml')) as {
  groups: {
    rules: { alert?: string; record?: string; expr: string; labels?: object; annotations?: object }[];
  }[];
};
const all = alerts.groups.flatMap((group) => group.rules);
const rules = all.filter(({ alert }) => alert !== undefined);
const recorded = new Set(all.map(({ record }) => record));
const METRIC = /\b(?:site:)?(?:voltframe|process|nodejs)_[a-z0-9_:]+/g;
/** Series of Prometheus itself. */
const OWN = ['up', 'ALERTS'];

const sources = { ...noSources, process: collectProcessMetrics() };

/** @returns the names of all metrics, with the three series of each histogram. */
async function exposed(): Promise<Set<string>> {
  const { text } = await createMetrics(sources, () => 0).expose();
  const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  return new Set(
    types.flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name!],
    ),
  );
}

const expressions = [
  ...all.map(({ alert, record, expr }) => [alert ?? record, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ...dashboard.templating.list.map(({ query }) => ['a variable', query.query] as const),
  ...dashboard.annotations.list.map(({ expr }) => ['an annotation', expr] as const),
];

test.each(expressions)('%s queries existing metrics only: %s', async (_, expression) => {
  const names = expression.match(METRIC) ?? [];
  const metrics = await exposed();
  expect(names.filter((name) => !metrics.has(name) && !recorded.has(name))).toEqual([]);
  expect(names.length > 0 || OWN.some((name) => expression.includes(name))).toBe(true);
});

test('each alert has a unique name, a severity, a summary, a test and a line in the manual', () => {
  const names = rules.map(({ alert }) => alert!);
  expect(new Set(names).size).toBe(names.length);
  const named = (file: string, name: RegExp) => [...read(file).matchAll(name)].map(([, found]) => found!);
  const explained = new Set(named('docs/operations.md', /^- \*\*`([A-Z]\w+)`\*\*: /gm));
  const tested = new Set(named('docs/observe/alerts.test.yml', /alertname="(\w+)"/g));
  expect(names.filter((name) => !explained.has(name) || !tested.has(name))).toEqual([]);
  for (const { labels, annotations } of rules) {
    expect(labels).toMatchObject({ severity: expect.stringMatching(/^(page|ticket|info)$/) });
    expect(annotations).toHaveProperty('summary');
  }
});

test('each panel has a place of its own and the provided data source', () => {
  const { datasources } = parse(read('docs/observe/grafana/datasource.yml')) as {
    datasources: { uid: string }[];
  };
  const cells = new Set<string>();
  for (const { datasource, targets, gridPos, title } of dashboard.panels) {
    expect([title, datasource.uid, ...targets.map((target) => target.datasource.uid)].slice(1)).toEqual(
      [datasource, ...targets].map(() => datasources[0]!.uid),
    );
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        expect(cells.has(`${x} ${y}`), `${title} covers another`).toBe(false);
        cells.add(`${x} ${y}`);
      }
  }
  const ids = dashboard.panels.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the mounted files exist, and the operations port is not published', () => {
  const compose = parse(read('compose.observe.yml'), { merge: true }) as {
    services: Record<string, { volumes?: string[]; ports?: string[]; image?: string; networks: unknown }>;
    networks: Record<string, { internal?: boolean } | null>;
  };
  const files = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes);
  for (const file of files.filter((volume) => volume.startsWith('./'))) {
    const [from = ''] = file.split(':');
    expect(read(from).length).toBeGreaterThan(0);
    expect(file).toMatch(/:ro$/);
  }
  const { gateway, prometheus, grafana } = compose.services;
  expect(gateway).toEqual({
    networks: { observe: { aliases: ['operations'] } },
    environment: { OPS_HOST: 'operations', MFE_GATEWAY: 'http://operations:3001' },
  });
  expect(compose.networks['observe']).toEqual({ internal: true });
  expect([prometheus!.ports, grafana!.ports]).toEqual([
    undefined,
    ['${GRAFANA_PUBLISH:-127.0.0.1:3002}:3000'],
  ]);
  expect(read('docs/observe/prometheus.yml')).toContain("targets: ['operations:3001']");
  for (const { image } of [prometheus!, grafana!])
    expect(image).toMatch(/^\$\{[A-Z]+_IMAGE:-[\w/]+:v?\d+\.\d+\.\d+\}$/);
});

test('alerts about reports of browsers, which anyone can forge, have the severity ticket', () => {
  const ofReports = rules.filter(({ expr }) => expr.includes('browser_reports'));
  expect(ofReports.map(({ labels }) => labels)).toEqual([{ severity: 'ticket' }]);
});
