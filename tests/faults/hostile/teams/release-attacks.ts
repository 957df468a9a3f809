import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { TokenList } from '@voltframe/kit/contract/operations/credentials';
import { changedDraft, type Draft, loader, manifest, readDraft, seal } from '../../draft-release.ts';
import { defectsOf } from '../../push-drafts.ts';
import { type Attack, attacksOn, type Case } from '../attack.ts';
import { ATTACKER, type HostileSite } from '../hostile-site.ts';

const REFUSED = /^refused 4\d\d (PACK_\w+|ADMISSION_\w+|GW_\w+)/;
const ANY = /^(live|refused 4\d\d )/;
const DENIED = /^(401|403|404) /;

const spoilt = (name: string, spoil: (draft: Draft) => void, expected = REFUSED): Case => [
  name,
  expected,
  (site) => site.publish(spoil),
];

/** Pushes a body that the command of a team does not produce. */
const packs = (name: string, expected: RegExp, body: () => Buffer): Case => [
  name,
  expected,
  async ({ gateway, token }) => {
    const response = await fetch(`${gateway.opsUrl}/-/releases/${ATTACKER}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token(ATTACKER)}`, 'content-type': 'application/gzip' },
      body: body() as Uint8Array<ArrayBuffer>,
    });
    return `${response.status} ${await response.text()}`;
  },
];

function archive(fill: (folder: string) => void): Buffer {
  const work = mkdtempSync(path.join(tmpdir(), 'voltframe-pack-'));
  try {
    mkdirSync(path.join(work, ATTACKER));
    fill(path.join(work, ATTACKER));
    return spawnSync('tar', ['-cz', '-C', work, ATTACKER], { maxBuffer: 1 << 28 }).stdout;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Admission renders checks and previews too: this code tries to change the prototypes that they share. */
const POISON = `Object.prototype.owned = 'owned'; module.exports.pages['legal.terms'].Component = () => 'poisoned'.repeat(50);`;
const rendered = (purpose: '?check=1' | '?preview=1') => async (site: HostileSite) => {
  const draft = changedDraft(ATTACKER, 'poison', { code: POISON });
  const { status } = await site.push(draft, site.token(ATTACKER), purpose);
  return `${status} ${await site.visit('/terms', '/privacy')}`.includes('poisoned') ? 'poisoned' : 'clean';
};

const floodOf = (count: number, purpose: '' | '?preview=1') => async (site: HostileSite) => {
  const pushes = Array.from({ length: count }, async (_, index) => {
    const draft = readDraft(ATTACKER);
    loader(`throw new Error('refused ${index}')`)(draft);
    seal(draft);
    return (await site.push(draft, site.token(ATTACKER), purpose)).status;
  });
  const others = await site.visit('/about', '/blog', '/contact');
  const statuses = [...new Set(await Promise.all(pushes))].toSorted((a, b) => a - b).join(' ');
  return `${others.match(/^200 </gm)?.length ?? 0} of 3 pages, pushes ${statuses}`;
};

/** Pushes a release of another app with the token of the attacker. */
const foreign = (as: string) => async (site: HostileSite) => {
  const draft = readDraft('blog');
  seal(draft);
  const pushed = await site.push(draft, site.token(ATTACKER)).catch(String);
  return typeof pushed === 'string' ? pushed : `${pushed.status} ${as} ${defectsOf(pushed).join()}`;
};
const operates = (name: string, method: string, at: string, body?: object): Case => [
  name,
  DENIED,
  (site) => site.operate(site.token(ATTACKER), method, at, body),
];

export const releaseAttacks: Attack[] = [
  ...attacksOn('names of Object.prototype', [
    spoilt(
      'a release named constructor',
      manifest((release) => void (release.app = 'constructor')),
    ),
    spoilt('a guard named __proto__', (draft) => {
      draft.manifestText = JSON.stringify(draft.release).replace('"named":{', '"named":{"__proto__":"./x",');
    }),
    spoilt(
      'a field named __proto__',
      (draft) => {
        draft.manifestText = JSON.stringify(draft.release).replace('{', '{"__proto__":{"schema":1},');
      },
      ANY,
    ),
    spoilt(
      'an island named constructor',
      manifest((release) => void (release.islands = { constructor: { css: [] } })),
    ),
    spoilt(
      'a file named __proto__',
      (draft) => void draft.files.set('data/__proto__', Buffer.from('{}')),
      ANY,
    ),
    spoilt(
      'a route with the id toString',
      manifest((release) => void (release.routes[0]!.id = 'toString')),
    ),
  ]),
  ...attacksOn('manifests of every size', [
    spoilt(
      'a manifest of 30 MB',
      (draft) => void (draft.manifestText = `${' '.repeat(30_000_000)}${JSON.stringify(draft.release)}`),
    ),
    spoilt('a manifest of 100,000 levels', (draft) => void (draft.manifestText = '['.repeat(100_000))),
    spoilt(
      '5,000 routes',
      manifest(
        (release) =>
          void (release.routes = Array.from({ length: 5_000 }, (_, index) => ({
            ...release.routes[0]!,
            id: `legal.r${index}`,
            path: `/r${index}`,
          }))),
      ),
    ),
    spoilt(
      '5,000 rules',
      manifest(
        (release) =>
          void (release.rules = Object.fromEntries(
            Array.from({ length: 5_000 }, (_, index) => [`/terms/${index}`, { redirect: '/terms' }]),
          )),
      ),
      ANY,
    ),
    spoilt('20,000 files', (draft) => {
      for (let index = 0; index < 20_000; index++)
        draft.release.files[`data/${index}.json`] = { sha256: '0'.repeat(64), bytes: 1 };
    }),
    spoilt('a file of 2^53 bytes', (draft) => {
      draft.release.files['data/huge.json'] = { sha256: '0'.repeat(64), bytes: Number.MAX_SAFE_INTEGER };
    }),
  ]),
  ...attacksOn('invalid packs', [
    packs('a link to a file of the machine', /^4\d\d /, () =>
      archive((folder) => symlinkSync('/etc/passwd', path.join(folder, 'release.json'))),
    ),
    packs('a link out of the pack', /^4\d\d /, () =>
      archive((folder) => symlinkSync('/', path.join(folder, 'data'))),
    ),
    packs('a FIFO', /^4\d\d /, () =>
      archive((folder) => void spawnSync('mkfifo', [path.join(folder, 'release.json')])),
    ),
    packs('the same file twice', /^4\d\d /, () => {
      const one = archive((folder) => writeFileSync(path.join(folder, 'release.json'), '{}'));
      return Buffer.concat([one, one]);
    }),
    packs('200 MB of zeros in 200 KB', /^4\d\d /, () => gzipSync(Buffer.alloc(200_000_000))),
    packs('half a pack', /^4\d\d /, () =>
      archive((folder) => writeFileSync(path.join(folder, 'release.json'), '{}'.repeat(9_000))).subarray(
        0,
        40,
      ),
    ),
    packs('random bytes', /^4\d\d /, () => Buffer.from('no pack at all'.repeat(1_000))),
  ]),
  ...attacksOn('operations of others', [
    ['a publish of another app', /^403 /, foreign('blog')],
    operates('a rollback of another app', 'POST', '/-/releases/blog/rollback', {}),
    operates('a pin of another app', 'POST', '/-/releases/blog/pin', {}),
    operates('a retirement of another app', 'POST', '/-/releases/blog/retire'),
    operates('a retirement of its own app', 'POST', `/-/releases/${ATTACKER}/retire`),
    operates('a freeze of the site', 'POST', '/-/freeze', { reason: 'mine' }),
    operates('a token of an operator', 'POST', '/-/tokens', { role: 'operator' }),
    operates('a token of another app', 'POST', '/-/tokens', { role: 'team', app: 'blog' }),
    [
      'the tokens of other teams',
      /^legal( legal)*$/,
      async (site) => {
        const answer = await site.operate(site.token(ATTACKER), 'GET', '/-/tokens');
        const { tokens } = JSON.parse(answer.slice(4)) as TokenList;
        return tokens.map(({ app }) => app).join(' ');
      },
    ],
    operates('a path as the name of an app', 'POST', '/-/releases/..%2f..%2ffreeze/rollback', {}),
  ]),
  ...attacksOn('releases that do not go live', [
    ['a check that changes prototypes', /^clean$/, rendered('?check=1')],
    ['a preview that changes prototypes', /^clean$/, rendered('?preview=1')],
    ['20 refused releases in parallel', /^3 of 3 pages, pushes 4/, floodOf(20, ''), { slow: true }],
    ['20 refused previews in parallel', /^3 of 3 pages, pushes 4/, floodOf(20, '?preview=1'), { slow: true }],
    [
      'the same release ten times',
      /^(200 ?|409 ?)+$/,
      async (site) => {
        const draft = readDraft(ATTACKER);
        const statuses: number[] = [];
        for (let index = 0; index < 10; index++)
          statuses.push((await site.push(draft, site.token(ATTACKER))).status);
        return statuses.join(' ');
      },
    ],
  ]),
];
