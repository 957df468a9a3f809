import { randomBytes } from 'node:crypto';
import type { ReleaseList } from '@voltframe/kit/contract/operations/site-status';
import { changedDraft, manifest, readDraft, seal } from '../../draft-release.ts';
import { defectsOf } from '../../push-drafts.ts';
import { type Attack, attacksOn } from '../attack.ts';
import { ATTACKER, type HostileSite } from '../hostile-site.ts';

const FILE_BYTES = 15 * 1024 * 1024;
/** More than any quota of the site accepts. */
const MOST_PUSHES = 20;

async function keptOf({ operate, gateway }: HostileSite, app: string): Promise<ReleaseList['releases']> {
  const answer = await operate(gateway.token, 'GET', `/-/releases/${app}?limit=200`);
  return (JSON.parse(answer.slice(4)) as ReleaseList).releases;
}

/** Pushes another valid release as a preview. */
async function preview(site: HostileSite, index: number): Promise<string> {
  const draft = changedDraft(ATTACKER, `preview ${index}`);
  const pushed = await site.push(draft, site.token(ATTACKER), `?preview=1&name=n${index}`);
  return pushed.status === 200 ? '200' : `${pushed.status} ${defectsOf(pushed)[0]?.split(':')[0]}`;
}

/** Pushes a release with a new file. */
async function pushNoise(site: HostileSite): Promise<string> {
  const draft = readDraft(ATTACKER);
  draft.files.set('data/noise.json', randomBytes(FILE_BYTES));
  seal(draft);
  const pushed = await site.push(draft, site.token(ATTACKER));
  return `${pushed.status} ${defectsOf(pushed)[0] ?? ''}`;
}

/** Checks whether another team may still push. */
async function othersMay(site: HostileSite): Promise<string> {
  const { status } = await site.push(readDraft('blog'), site.token('blog'), '?check=1');
  return status === 200 ? 'others may' : `others get ${status}`;
}

export const quotaAttacks: Attack[] = attacksOn('quotas of an app', [
  [
    'ten named previews',
    /^(200, ){1,3}(429 QUOTA_PREVIEWS, )+others may$/,
    async (site) => {
      const ends: string[] = [];
      for (let index = 0; index < 10; index++) ends.push(await preview(site, index));
      return [...ends, await othersMay(site)].join(', ');
    },
  ],
  [
    'forty refused releases',
    /^at most 11 kept, the others’ are$/,
    async (site) => {
      const before = await keptOf(site, 'blog');
      for (let index = 0; index < 40; index++)
        await site.publish(
          manifest((release) => void (release.rules = { [`/x/${index}`]: { redirect: '/' } })),
        );
      const refused = (await keptOf(site, ATTACKER)).filter(({ state }) => state === 'refused').length;
      const after = await keptOf(site, 'blog');
      const others = JSON.stringify(after) === JSON.stringify(before) ? 'are' : 'are not';
      return `${refused <= 11 ? 'at most 11' : refused} kept, the others’ ${others}`;
    },
  ],
  [
    'more bytes than the daily quota',
    /^429 QUOTA_DAY: .* there is room for it in \d+ h \d+ min, others may$/,
    async (site) => {
      let last = '';
      for (let index = 0; index < MOST_PUSHES && !last.startsWith('429'); index++)
        last = await pushNoise(site);
      return `${last}, ${await othersMay(site)}`;
    },
    { slow: true },
  ],
]);
