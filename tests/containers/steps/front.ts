import { tmpdir } from 'node:os';
import { until } from '../../bench/support/waiting.ts';
import { compose, docker } from '../docker.ts';
import { atPace, within } from '../pace.ts';
import { type Figures, must } from '../report.ts';
import { isReady, whileVisited } from '../visitors.ts';

export const FRONT_IMAGE = 'voltframe-test/caddy';
/** Without TLS, because Caddy would request a certificate. */
const SETTINGS = {
  FRONT_IMAGE,
  SITE_URL: 'http://localhost',
  FRONT_HTTP: '127.0.0.1:18302',
  FRONT_HTTPS: '127.0.0.1:18303',
};
const FRONT = 'http://localhost:18302';
const LONGEST_WAIT_MS = 8_000;

/** Builds the image of the front from Debian's packages. */
export async function buildFront(): Promise<void> {
  const file = `${import.meta.dirname}/../caddy.Dockerfile`;
  await docker(['build', '--quiet', '--tag', FRONT_IMAGE, '--file', file, tmpdir()]);
}

/** The profile `front`: requests wait, and none fails, while the container of the gateway is replaced. */
export async function replaceBehindFront(): Promise<Figures> {
  await buildFront();
  const up = (more: Record<string, string>) =>
    compose(['--profile', 'front', 'up', '--detach', '--no-build', '--wait'], {
      env: { ...SETTINGS, ...more },
    });
  await up({});
  await until('the front', () => isReady(FRONT));
  // A changed setting replaces the container of the gateway, like a new image.
  const [visits, pace] = await atPace(() =>
    whileVisited(() => up({ STOP_DELAY: '1500ms' }).then(() => {}), FRONT),
  );
  must(visits.failed === 0, `${visits.failed} failed:\n${visits.failures.slice(0, 8).join('\n')}`);
  const waited = within('a request waited', visits.slowestMs, LONGEST_WAIT_MS, pace);
  await compose(['--profile', 'front', 'rm', '--force', '--stop', 'front'], { env: SETTINGS });
  await compose(['up', '--detach', '--no-build', '--wait']);
  return { requests: visits.requests, failed: 0, 'longest wait': waited };
}
