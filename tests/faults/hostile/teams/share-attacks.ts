import { randomBytes } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NewToken } from '@voltframe/kit/contract/operations/credentials';
import { usageOf } from '../../../bench/support/process-usage.ts';
import { changedDraft, readDraft, seal } from '../../draft-release.ts';
import { pack } from '../../push-drafts.ts';
import { type Attack, attacksOn } from '../attack.ts';
import { ATTACKER, type HostileSite } from '../hostile-site.ts';

const CHECKS = 30;
const PUBLISHES = 6;
const STALLED = 200;
/** The allowed delay of another team's publish, in seconds: docs/behaviour.md, 16.13. */
const MOST_SECONDS = { checks: 5, publishes: 15 } as const;
const MOST_MEGABYTES = 150;
const SENT_BYTES = 8 * 1024 * 1024;
/** The pause between two pushes, in which the first arrives. */
const PAUSE_MS = 500;

/** A release whose pages never answer, so that its admission takes as long as the limits allow. */
function hangingDraft(mark: string) {
  const code = `for (const page of Object.values(module.exports.pages)) page.server = { ...page.server, loader: () => new Promise(() => {}) };`;
  return changedDraft(ATTACKER, mark, { code });
}

/** Publishes and rolls back another team's app. @returns the seconds until the release was live. */
async function publishOfAnotherTeam(site: HostileSite, mark: string): Promise<number> {
  const draft = changedDraft('blog', mark);
  const started = performance.now();
  const pushed = await site.push(draft, site.token('blog'));
  const seconds = (performance.now() - started) / 1_000;
  if (!pushed.verdict?.activated) throw new Error(`blog was not published: ${pushed.text.slice(0, 300)}`);
  const back = await site.operate(site.token('blog'), 'POST', '/-/releases/blog/rollback', {});
  if (!back.startsWith('200')) throw new Error(`blog did not go back: ${back}`);
  return seconds;
}

/** @param begin starts the load that may delay another team. */
async function delayBy(site: HostileSite, most: number, begin: () => Promise<void>): Promise<string> {
  const alone = await publishOfAnotherTeam(site, `alone, ${most}`);
  await begin();
  const longer = (await publishOfAnotherTeam(site, `beside, ${most}`)) - alone;
  return longer <= most ? `at most ${most} s longer` : `${longer.toFixed(1)} s longer`;
}

async function teamToken({ gateway, operate }: HostileSite): Promise<string> {
  const answer = await operate(gateway.token, 'POST', '/-/tokens', { role: 'team', app: ATTACKER });
  return (JSON.parse(answer.slice(4)) as NewToken).token;
}

/** Sends only the first bytes of a pack. */
function stallPush(site: HostileSite, body: Buffer): Socket {
  const { port } = new URL(site.gateway.opsUrl);
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
  const head = [
    `PUT /-/releases/${ATTACKER} HTTP/1.1`,
    'host: 127.0.0.1',
    `authorization: Bearer ${site.token(ATTACKER)}`,
    'content-type: application/gzip',
    `content-length: ${body.length * 2}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(body);
  return socket;
}

/** A pack that ends inside a large file. */
function cutPack(): Buffer {
  const draft = readDraft(ATTACKER);
  draft.files.set('data/noise.json', randomBytes(2 * SENT_BYTES - 1_000_000));
  seal(draft);
  return pack([draft]).subarray(0, SENT_BYTES);
}

/** Node ends a process that lets the garbage collector close a file. */
function openTemporaryFiles(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  const targets = readdirSync(folder).map((fd) => {
    try {
      return readlinkSync(path.join(folder, fd));
    } catch {
      return 'closed since then';
    }
  });
  return targets.filter((target) => target.includes('.tmp')).length;
}

export const shareAttacks: Attack[] = attacksOn('delays of other teams', [
  [
    'thirty checks that hang',
    /^at most 5 s longer$/,
    (site) =>
      delayBy(site, MOST_SECONDS.checks, async () => {
        const draft = hangingDraft('check');
        for (let index = 0; index < CHECKS; index++) {
          site.push(draft, await teamToken(site), '?check=1').catch(() => {});
          await sleep(PAUSE_MS);
        }
      }),
    { slow: true },
  ],
  [
    'six publishes that hang',
    /^at most 15 s longer$/,
    (site) =>
      delayBy(site, MOST_SECONDS.publishes, async () => {
        for (let index = 0; index < PUBLISHES; index++) {
          site.push(hangingDraft(`publish ${index}`), site.token(ATTACKER)).catch(() => {});
          await sleep(PAUSE_MS);
        }
      }),
    { slow: true },
  ],
  [
    'two hundred pushes that stall',
    /^at most 150 MB more, others may publish$/,
    async (site) => {
      await publishOfAnotherTeam(site, 'before the stall');
      const body = cutPack();
      const before = usageOf(site.gateway.pid).residentBytes;
      const sockets: Socket[] = [];
      for (let index = 0; index < STALLED; index++) sockets.push(stallPush(site, body).resume());
      await sleep(10 * PAUSE_MS);
      const megabytes = (usageOf(site.gateway.pid).residentBytes - before) / 1024 / 1024;
      await publishOfAnotherTeam(site, 'beside the stall');
      for (const socket of sockets) socket.destroy();
      const more = megabytes <= MOST_MEGABYTES ? `at most ${MOST_MEGABYTES}` : megabytes.toFixed(0);
      return `${more} MB more, others may publish`;
    },
    { slow: true },
  ],
  [
    'a push that stalls forever',
    /^408 OPS_PUSH_STALLED, the connection is closed, open temporary files: 0$/,
    async (site) => {
      const answer = (await buffer(stallPush(site, cutPack()))).toString();
      const [, status = 'nothing'] = /^HTTP\/1.1 (\d+) /.exec(answer) ?? [];
      const [, code = 'no code'] = /"code":"(\w+)"/.exec(answer) ?? [];
      const open = openTemporaryFiles(site.gateway.pid);
      return `${status} ${code}, the connection is closed, open temporary files: ${open}`;
    },
    { slow: true },
  ],
]);
