import { liveContracts } from '@voltframe/kit/contract/operations/live-contracts';
import type { Status } from '@voltframe/kit/contract/operations/site-status';
import { type Html, html } from '../html.ts';
import { appLinks, badge } from '../pieces.ts';
import { type Cell, tableOf } from '../table.ts';

/** Versions of the contract that the gateway takes, what of the live releases is of which, and what falls out first. */
export function contractTable(status: Pick<Status, 'contract' | 'apps'>): Html | false {
  const { contract } = status;
  const live = liveContracts(status);
  if (!contract || live.length === 0) return false;
  const { oldest, newest, kit } = contract;
  const rows = live.map(({ version, apps, fate }): Cell[] => [
    version,
    appLinks(apps),
    fate
      ? html`<span
          >${badge(fate.text, fate.taken ? 'warn' : 'bad')} <span class="hint">build with ${kit}</span></span
        >`
      : '–',
  ]);
  const taken = oldest === newest ? newest : `${oldest} to ${newest}`;
  return tableOf(`Contract: ${taken} is taken`, ['Built for', 'Live', 'What comes'], rows);
}
