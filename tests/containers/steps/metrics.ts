import { chmod, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../../bench/support/waiting.ts';
import { PROJECT, containerOf, docker, nodeIn, root } from '../docker.ts';
import { type Figures, Skip, must } from '../report.ts';

const PROMETHEUS = `${PROJECT}-prometheus`;
const IMAGE = 'voltframe-test/prometheus';
const CREATE_TOKEN = `import('/srv/gateway/src/operator-token.ts')
  .then(({ createOperatorToken }) => createOperatorToken(process.env, 'prometheus')).then(console.log)`;

const SCRAPE = `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: [alerts.yml]
scrape_configs:
  - job_name: gateway
    metrics_path: /-/metrics
    authorization: { credentials_file: /etc/scrape/token }
    static_configs: [{ targets: ['127.0.0.1:3001'] }]
`;

/** A Prometheus in the network of the gateway, because the operations port is closed to other networks. */
export async function scrape(): Promise<Figures> {
  const token = await nodeIn(containerOf('gateway'), CREATE_TOKEN);
  const asked = `fetch('http://127.0.0.1:3001/-/metrics', { headers: { authorization: 'Bearer ${token}' } })
    .then(({ status }) => console.log(status), (error) => console.log(error.cause?.code))`;
  const status = await nodeIn(containerOf('gateway'), asked);
  if (status === '404' || status === 'ECONNREFUSED') throw new Skip(`no metrics yet: ${status}`);
  must(status === '200', `/-/metrics answers ${status}`);

  await docker([
    'build',
    '--quiet',
    '--tag',
    IMAGE,
    '--file',
    `${import.meta.dirname}/../prometheus.Dockerfile`,
    tmpdir(),
  ]);
  const folder = await mkdtemp(path.join(tmpdir(), 'voltframe-scrape-'));
  try {
    await chmod(folder, 0o755);
    await writeFile(path.join(folder, 'prometheus.yml'), SCRAPE);
    await writeFile(path.join(folder, 'token'), token);
    await copyFile(path.join(root, 'docs/observe/alerts.yml'), path.join(folder, 'alerts.yml'));
    const place = [
      '--network',
      `container:${containerOf('gateway')}`,
      '--volume',
      `${folder}:/etc/scrape:ro`,
    ];
    await docker(['run', '--detach', '--name', PROMETHEUS, '--init', ...place, IMAGE]);
    await until('a scrape', async () => (await query('up')) === 1);
    const series = await query('scrape_samples_scraped');
    const requests = await query('sum(voltframe_requests_total)');
    must(requests !== undefined && requests > 0, 'no requests are counted');
    const firing = await query('count(ALERTS{alertstate="firing"})');
    must(!firing, `${firing} alerts fire on a healthy site`);
    return { series: series ?? 0, 'requests counted': requests, 'alerts firing': 0 };
  } finally {
    await docker(['rm', '-f', PROMETHEUS]).catch(() => '');
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns the first value of a query; undefined without a value */
async function query(expression: string): Promise<number | undefined> {
  const url = `http://127.0.0.1:9090/api/v1/query?query=${encodeURIComponent(expression)}`;
  const answer = await nodeIn(PROMETHEUS, `fetch('${url}').then((a) => a.text()).then(console.log)`);
  const { data } = JSON.parse(answer) as { data: { result: { value: [number, string] }[] } };
  const value = data.result[0]?.value[1];
  return value === undefined ? undefined : Number(value);
}
