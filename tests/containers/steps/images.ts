import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildChanged } from '../../../scripts/build.ts';
import { packGateway, packKit } from '../../../scripts/packages/pack.ts';
import { sha256 } from '../../../kit/src/packaging/sha256.ts';
import { ORIGINS, compose, docker, inspect, root } from '../docker.ts';
import { type Figures, must } from '../report.ts';

export const BASE = 'node:26-bookworm-slim';
const MB = 1_000_000;
/** Limits of the size above the base image. */
const GATEWAY_LIMIT_MB = 34;
const ORIGIN_LIMIT_MB = 60;
const SECRET = /(password|passwd|secret|token|api[-_]?key|private key)\s*[=:]\s*\S/i;
/** Files that no image may contain. */
const UNWANTED = ['.git', '*.test.ts', 'webpack', '*.pem'];

/** Uses a present base image, pulls it, or makes it from packages of Debian. */
export async function haveBase(): Promise<Figures> {
  const there = await inspect(BASE, '{{.Id}}').catch(() => undefined);
  const pulled = !there && (await docker(['pull', '-q', BASE]).catch(() => undefined));
  if (pulled) return { [BASE]: 'pulled' };
  // The script keeps a foreign image, and makes its own image again after a change of the script.
  runScript('base-image.sh');
  return { [BASE]: there ? 'present' : 'made' };
}

/** Runs a script of scripts/containers. */
export function runScript(name: string): void {
  execFileSync('bash', [`${root}/scripts/containers/${name}`], { stdio: ['ignore', 'ignore', 'inherit'] });
}

export async function build(cold: boolean): Promise<Figures> {
  await compose(['build', '--quiet', ...(cold ? ['--no-cache'] : [])]);
  return { layers: cold ? 'all built' : 'unchanged ones from the cache' };
}

export async function sizes(): Promise<Figures> {
  const base = await sizeOf(BASE);
  const figures: Figures = { base: `${base} MB` };
  const tooLarge: string[] = [];
  for (const service of ['gateway', ...ORIGINS]) {
    const size = await sizeOf(imageOf(service));
    const own = size - base;
    figures[service] = `${size} MB (+${own})`;
    if (own > (service === 'gateway' ? GATEWAY_LIMIT_MB : ORIGIN_LIMIT_MB)) tooLarge.push(service);
  }
  must(tooLarge.length === 0, `too large: ${tooLarge.join(', ')}: ${JSON.stringify(figures)}`);
  return figures;
}

/** No layer has a secret in its command or settings, no image runs as root or contains a file of a developer. */
export async function contents(): Promise<Figures> {
  for (const service of ['gateway', ...ORIGINS]) {
    const image = imageOf(service);
    must((await inspect(image, '{{.Config.User}}')) === 'node', `${service}: not the user node`);
    const history = await docker(['history', '--no-trunc', '--format', '{{.CreatedBy}}', image]);
    const settings = await inspect(image, '{{json .Config.Env}}');
    must(!SECRET.test(`${history}\n${settings}`), `${service}: a possible secret in its history`);
    const places = ['/srv', service === 'gateway' ? '/data' : '/release'];
    const run = ['run', '--rm', '--network', 'none', '--entrypoint', 'find', image];
    const found = await docker([
      ...run,
      ...places,
      '-name',
      '.env*',
      ...UNWANTED.flatMap((name) => ['-o', '-name', name]),
    ]);
    must(found === '', `${service}: contains ${found}`);
  }
  return {};
}

/** The image of the gateway contains the packages that `npm run pack` makes of this checkout, byte for byte. */
export async function packages(): Promise<Figures> {
  const folder = mkdtempSync(path.join(tmpdir(), 'voltframe-image-packages-'));
  try {
    const packed = [await packGateway(folder), await packKit(folder)];
    const here = packed.map((file) => `${sha256(readFileSync(file))}  ${path.basename(file)}`).join('\n');
    const listing = ['--entrypoint', 'sh', imageOf('gateway'), '-c', 'cd dist/packages && sha256sum *.tgz'];
    const found = await docker(['run', '--rm', '--network', 'none', ...listing]);
    must(found === here, `in the image: ${found}\npacked here: ${here}`);
    return { packages: packed.map((file) => path.basename(file)).join(', ') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The image of each app contains the release that this machine builds from the same sources. */
export async function digests(): Promise<Figures> {
  const unbuilt = await buildChanged([...ORIGINS]);
  must(unbuilt.length === 0, `not built here: ${unbuilt.join(', ')}`);
  const figures: Figures = {};
  for (const service of ORIGINS) {
    const run = ['run', '--rm', '--network', 'none', '--entrypoint', 'cat', imageOf(service)];
    const inImage = digestOf(await docker([...run, '/release/release.json']));
    const here = digestOf(readFileSync(path.join(root, service, 'dist/release.json'), 'utf8'));
    must(inImage === here, `${service}: ${inImage} in the image, ${here} here`);
    figures[service] = here.slice(0, 12);
  }
  return figures;
}

const digestOf = (release: string): string => (JSON.parse(release) as { digest: string }).digest;

export const imageOf = (service: string): string => `voltframe-test/${service}:test`;

async function sizeOf(image: string): Promise<number> {
  return Math.round(Number(await inspect(image, '{{.Size}}')) / MB);
}
