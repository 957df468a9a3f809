import type { RequestListener, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { releaseDigest } from '@voltframe/kit/contract/release/digest';
import type { Release } from '@voltframe/kit/contract/release/release';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import { changedDraft } from '../../draft-release.ts';
import { type Attack, attacksOn, type Case } from '../attack.ts';
import { ATTACKER } from '../hostile-site.ts';
import { sendWithoutEnd } from '../lying-server.ts';
import { BUNDLE, IGNORED, offered, patienceOf, ACCEPTED } from './source-offers.ts';

type Lie = (at: string, response: ServerResponse, body: Buffer | string) => void;

/**
 * An origin that serves a good release except for one file.
 * @param about the file of the lie. @param spoil changes the manifest.
 */
const origin = (
  name: string,
  expected: RegExp,
  about: string,
  lie: Lie,
  spoil: (release: Release) => void = () => {},
): Case => [
  name,
  expected,
  async (site) => {
    const { release, files } = changedDraft(ATTACKER, `from an origin: ${name}`);
    spoil(release);
    release.digest = releaseDigest(release, sha256);
    const bodyOf = (at: string) => (at === 'release.json' ? JSON.stringify(release) : files.get(at));
    let requested = false;
    const listener: RequestListener = ({ url = '' }, response) => {
      const at = url.slice(1);
      requested ||= at === (about || 'release.json');
      const body = bodyOf(at);
      if (body === undefined) return void response.writeHead(404).end();
      if (at === about) lie(at, response, body);
      else response.end(body);
    };
    return offered(
      site,
      () => site.origin.does(listener),
      () => site.origin.does(undefined),
      patienceOf(expected),
      () => requested,
    );
  },
];

export const originAttacks: Attack[] = attacksOn('malicious origins', [
  origin('a good release, which is no attack', ACCEPTED, '', () => {}),
  origin('an endless manifest', IGNORED, 'release.json', (_, response) => sendWithoutEnd(response)),
  origin('an endless file', IGNORED, BUNDLE, (_, response) => sendWithoutEnd(response)),
  origin('a file longer than declared', IGNORED, BUNDLE, (_, response, body) =>
    response.end(Buffer.concat([Buffer.from(body), Buffer.alloc(1_000_000)])),
  ),
  origin('a file shorter than its content-length', IGNORED, BUNDLE, (_, response, body) => {
    response.writeHead(200, { 'content-length': Buffer.byteLength(body) + 10 });
    response.write(body, () => response.destroy());
  }),
  origin('a length of 2^60 bytes', IGNORED, BUNDLE, (_, response, body) => {
    response.writeHead(200, { 'content-length': String(2 ** 60) });
    response.write(body);
  }),
  origin(
    'another size for a stored file',
    IGNORED,
    '',
    () => {},
    ({ files }) => {
      const stored = Object.keys(files).find((file) => file.startsWith('client/') && file.endsWith('.js'))!;
      files[stored]!.bytes += 1;
    },
  ),
  origin('a file with other content', IGNORED, BUNDLE, (_, response, body) =>
    response.end(Buffer.alloc(Buffer.byteLength(body), ' ')),
  ),
  origin('a manifest that unpacks to a gigabyte', IGNORED, 'release.json', (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(200_000_000))),
  ),
  origin('a manifest without an answer', IGNORED, 'release.json', () => {}),
  origin('a manifest sent byte by byte', IGNORED, 'release.json', (_, response, body) => {
    let at = 0;
    const timer = setInterval(() => response.write(String(body)[at++] ?? ' '), 50).unref();
    response.on('close', () => clearInterval(timer));
  }),
  origin('a redirect to the machine itself', IGNORED, 'release.json', (_, response) =>
    response.writeHead(302, { location: 'http://127.0.0.1:1/release.json' }).end(),
  ),
  origin('a redirect of a file', IGNORED, BUNDLE, (at, response) =>
    response.writeHead(307, { location: `/other/${at}` }).end(),
  ),
  origin('an answer that is not HTTP', IGNORED, 'release.json', (_, response) => {
    response.socket?.end('SSH-2.0-OpenSSH_9.2\r\n');
  }),
]);
