import { appendFile, cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../../bench/support/waiting.ts';
import { ORIGINS, SITE, compose, containerOf, docker, inspect, root } from '../docker.ts';
import { atPace, within } from '../pace.ts';
import { type Figures, must } from '../report.ts';
import { whileVisited } from '../visitors.ts';
import { imageOf } from './images.ts';

const LIVE_MS = 15_000;
const IN_CONTEXT =
  /^(package\.json|pnpm-.*\.yaml|tsconfig\.base\.json|Dockerfile|\.dockerignore|tools|scripts|tests|kit|enquiries|gateway|shell|mfe-.*|docs|[A-Z]+\.md)$/;
const TERMS = 'mfe-legal/content/documents/terms.md';
const LEFT_OUT = new Set(['node_modules', 'dist', 'test', '.cache', '.data', 'e2e', 'bench']);

/** A team changes a text, builds its image and restarts its container. No other container restarts. */
export async function shipOneApp(): Promise<Figures> {
  const marker = `Shipped alone ${Date.now().toString(36)}`;
  const checkout = await copyOfCheckout();
  const replaced = await inspect(imageOf('mfe-legal'), '{{.Id}}');
  try {
    await appendFile(path.join(checkout, TERMS), `\n\n${marker}.\n`);
    const buildStarted = performance.now();
    await docker(['build', '--quiet', '--target', 'mfe-legal', '--tag', imageOf('mfe-legal'), checkout]);
    const built = (performance.now() - buildStarted) / 1000;

    const others = ['gateway', ...ORIGINS.filter((name) => name !== 'mfe-legal')];
    const before = await started(others);
    let liveMs = 0;
    const [visits, pace] = await atPace(() =>
      whileVisited(async () => {
        const restarted = performance.now();
        await compose(['up', '--detach', '--no-build', '--no-deps', 'mfe-legal']);
        await until('the new terms', async () =>
          (await (await fetch(`${SITE}/terms`)).text()).includes(marker),
        );
        liveMs = performance.now() - restarted;
      }),
    );
    must(visits.failed === 0, `${visits.failed} failed:\n${visits.failures.slice(0, 8).join('\n')}`);
    must((await started(others)) === before, 'another container was restarted');
    return {
      built: `${built.toFixed(1)} s`,
      live: within('live', liveMs, LIVE_MS, pace),
      requests: visits.requests,
      failed: 0,
    };
  } finally {
    await rm(checkout, { recursive: true, force: true });
    await docker(['image', 'rm', '--force', replaced]).catch(() => '');
  }
}

/** @returns the ids and start times of the containers, which a restart changes. */
async function started(services: string[]): Promise<string> {
  const lines = services.map((service) => inspect(containerOf(service), '{{.Id}} {{.State.StartedAt}}'));
  return (await Promise.all(lines)).join('\n');
}

async function copyOfCheckout(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'voltframe-context-'));
  for (const name of (await readdir(root)).filter((entry) => IN_CONTEXT.test(entry)))
    await cp(path.join(root, name), path.join(folder, name), {
      recursive: true,
      filter: (from) => !LEFT_OUT.has(path.basename(from)),
    });
  return folder;
}
