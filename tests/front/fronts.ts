import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../gateway/test/fixtures/free-port.ts';
import type { Certificate } from './certificate.ts';

/** A front that runs with a file of docs/front/. */
export interface Running {
  port: number;
  stop(): Promise<void>;
}

export interface Place {
  /** For its files. */
  folder: string;
  port: number;
  /** Port of the gateway on 127.0.0.1. */
  behind: number;
  /** Ports of further gateways. */
  beside?: number[];
  certificate: Certificate;
}

const documents = path.resolve(import.meta.dirname, '../../docs/front');
const START_LIMIT_MS = 20_000;
const PROGRAMS = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin'];

/** @returns the path of a program; undefined if it is not installed. */
export function programOf(name: string): string | undefined {
  return PROGRAMS.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}

/** @returns a file of docs/front/ with changes for this machine. @throws Error if the file lacks a changed text */
function adapted(file: string, changes: [from: string, to: string][]): string {
  let text = readFileSync(path.join(documents, file), 'utf8');
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`docs/front/${file} has no "${from}": adapt this test`);
    text = text.replaceAll(from, () => to);
  }
  return text;
}

export async function startCaddy({ folder, port, behind, beside, certificate }: Place): Promise<Running> {
  const file = path.join(folder, 'Caddyfile');
  const text = adapted('Caddyfile', [
    [
      '{\n\tservers {',
      `{\n\tadmin off\n\thttp_port ${await freePort()}\n\thttps_port ${port}\n\tskip_install_trust\n\tservers {`,
    ],
    [
      '{$SITE_URL:https://www.example.com} {$PREVIEW_URL} {',
      `{$SITE_URL} {\n\tbind 127.0.0.1\n\ttls ${certificate.file} ${certificate.keyFile}`,
    ],
  ]);
  writeFileSync(file, text);
  const args = ['run', '--config', file, '--adapter', 'caddyfile'];
  const addresses = addressesOf(behind, beside);
  const settings = { SITE_URL: `https://localhost:${port}`, GATEWAYS: gatewaysOfCompose(addresses) };
  const env = { HOME: folder, XDG_DATA_HOME: folder, ...settings };
  return run({ name: 'caddy', args, folder, port, env });
}

/** @returns the gateways on this machine. */
function addressesOf(behind: number, beside: number[] = []): string[] {
  return [behind, ...beside].map((port) => `127.0.0.1:${port}`);
}

/** @returns GATEWAYS of the service `front` in docker-compose.yml, with other gateways. */
function gatewaysOfCompose(addresses: string[]): string {
  const text = readFileSync(path.resolve(documents, '../../docker-compose.yml'), 'utf8');
  const [, lines] = /GATEWAYS: \|-\n((?: {8}.*\n)+)/.exec(text) ?? [];
  if (!lines?.includes('gateway:3000'))
    throw new Error('docker-compose.yml has no GATEWAYS: adapt this test');
  return lines.replaceAll(/^ +/gm, '').trimEnd().replace('gateway:3000', addresses.join(' '));
}

export async function startNginx({ folder, port, behind, beside, certificate }: Place): Promise<Running> {
  const text = adapted('nginx.conf', [
    ['listen 80;', `listen 127.0.0.1:${await freePort()};`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
    ['server_name www.example.com;', 'server_name localhost;'],
    ['/etc/ssl/voltframe/certificate.pem', certificate.file],
    ['/etc/ssl/voltframe/key.pem', certificate.keyFile],
    [
      'server 127.0.0.1:3000 ',
      addressesOf(behind, beside)
        .map((address) => `server ${address} `)
        .join('max_fails=1 fail_timeout=30s; '),
    ],
    ['/var/cache/nginx/voltframe', path.join(folder, 'cache')],
  ]);
  return runNginx(folder, port, text);
}

/** Starts nginx in a folder. @param http the content of its block `http` */
export function runNginx(folder: string, port: number, http: string): Promise<Running> {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${path.join(folder, kind)};`,
  );
  const [file, errors] = [path.join(folder, 'nginx.conf'), path.join(folder, 'error.log')];
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  writeFileSync(
    file,
    `${user} daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${errors} warn; events {}
    http { access_log off; ${temporary.join(' ')}
    ${http} }`,
  );
  return run({ name: 'nginx', args: ['-c', file, '-p', folder, '-e', errors], folder, port });
}

/** @returns whether Varnish has the module xkey, which Debian packages separately. */
export function purgesByKeys(folder: string): boolean {
  const file = path.join(folder, 'keys.vcl');
  writeFileSync(file, 'vcl 4.1; import xkey; backend none none;');
  return (
    spawnSync(programOf('varnishd')!, ['-C', '-j', 'none', '-n', folder, '-f', file], { stdio: 'ignore' })
      .status === 0
  );
}

export async function startVarnish({ folder, port, behind }: Omit<Place, 'certificate'>): Promise<Running> {
  const file = path.join(folder, 'varnish.vcl');
  writeFileSync(file, adapted('varnish.vcl', [['.port = "3000";', `.port = "${behind}";`]]));
  mkdirSync(path.join(folder, 'work'), { recursive: true });
  const place = ['-a', `127.0.0.1:${port}`, '-n', path.join(folder, 'work'), '-j', 'none'];
  const args = ['-F', '-f', file, ...place, '-s', 'malloc,64m', '-p', 'http_gzip_support=off'];
  return run({ name: 'varnishd', args, folder, port });
}

interface Program {
  name: string;
  args: string[];
  folder: string;
  port: number;
  env?: Record<string, string>;
}

async function run({ name, args, folder, port, env }: Program): Promise<Running> {
  const child = spawn(programOf(name)!, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  child.stderr.on('data', (text) => (output += text));
  const until = performance.now() + START_LIMIT_MS;
  while (!(await listens(port))) {
    if (child.exitCode === null && performance.now() < until) await sleep(50);
    else {
      await end(child);
      throw new Error(`${name} does not start:\n${output}`);
    }
  }
  return { port, stop: () => end(child) };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const settle = (is: boolean) => () => (socket.destroy(), resolve(is));
    socket.once('connect', settle(true)).once('error', settle(false));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
