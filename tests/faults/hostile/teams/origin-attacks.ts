import type { RequestListener, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { releaseDigest } from '@voltframe/kit/contract/release/digest';
import type { Release } from '@voltframe/kit/contract/release/release';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import { type Attack, attacksOn, type Case } from '../attack.ts';
import { sendWithoutEnd } from '../lying-server.ts';
import { BUNDLE, changed, LEFT, offered, patienceOf, TAKEN } from './source-offers.ts';

type Lie = (at: string, response: ServerResponse, body: Buffer | string) => void;

/**
 * An origin that serves a good release but for what the lie says.
 * @param about file that it lies about. @param spoil changes what the release says.
 */
const origin = (
  name: string,
  ends: RegExp,
  about: string,
  lie: Lie,
  spoil: (release: Release) => void = () => {},
): Case => [
  name,
  ends,
  async (site) => {
    const { release, files } = changed(`from an origin: ${name}`);
    spoil(release);
    release.digest = releaseDigest(release, sha256);
    const bodyOf = (at: string) => (at === 'release.json' ? JSON.stringify(release) : files.get(at));
    let looked = false;
    const listener: RequestListener = ({ url = '' }, response) => {
      const at = url.slice(1);
      looked ||= at === (about || 'release.json');
      const body = bodyOf(at);
      if (body === undefined) return void response.writeHead(404).end();
      if (at === about) lie(at, response, body);
      else response.end(body);
    };
    return offered(
      site,
      () => site.origin.does(listener),
      () => site.origin.does(undefined),
      patienceOf(ends),
      () => looked,
    );
  },
];

export const originAttacks: Attack[] = attacksOn('origins that lie', [
  origin('nothing but the truth, which is no attack', TAKEN, '', () => {}),
  origin('a manifest without end', LEFT, 'release.json', (_, response) => sendWithoutEnd(response)),
  origin('a file without end', LEFT, BUNDLE, (_, response) => sendWithoutEnd(response)),
  origin('a file that is longer than it says', LEFT, BUNDLE, (_, response, body) =>
    response.end(Buffer.concat([Buffer.from(body), Buffer.alloc(1_000_000)])),
  ),
  origin('a file that ends before its length', LEFT, BUNDLE, (_, response, body) => {
    response.writeHead(200, { 'content-length': Buffer.byteLength(body) + 10 });
    response.write(body, () => response.destroy());
  }),
  origin('a length of 2^60 bytes', LEFT, BUNDLE, (_, response, body) => {
    response.writeHead(200, { 'content-length': String(2 ** 60) });
    response.write(body);
  }),
  origin(
    'another size of a file that the site has already',
    LEFT,
    '',
    () => {},
    ({ files }) => {
      const stored = Object.keys(files).find((file) => file.startsWith('client/') && file.endsWith('.js'))!;
      files[stored]!.bytes += 1;
    },
  ),
  origin('a file of another content', LEFT, BUNDLE, (_, response, body) =>
    response.end(Buffer.alloc(Buffer.byteLength(body), ' ')),
  ),
  origin('a manifest that unpacks to a gigabyte', LEFT, 'release.json', (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(200_000_000))),
  ),
  origin('a manifest that never comes', LEFT, 'release.json', () => {}),
  origin('a manifest that comes byte by byte', LEFT, 'release.json', (_, response, body) => {
    let at = 0;
    const timer = setInterval(() => response.write(String(body)[at++] ?? ' '), 50).unref();
    response.on('close', () => clearInterval(timer));
  }),
  origin('a redirect to the machine itself', LEFT, 'release.json', (_, response) =>
    response.writeHead(302, { location: 'http://127.0.0.1:1/release.json' }).end(),
  ),
  origin('a redirect of a file to another place', LEFT, BUNDLE, (at, response) =>
    response.writeHead(307, { location: `/other/${at}` }).end(),
  ),
  origin('not HTTP at all', LEFT, 'release.json', (_, response) => {
    response.socket?.end('SSH-2.0-OpenSSH_9.2\r\n');
  }),
]);
