import type { Status, UpstreamStatus } from '@voltframe/kit/contract/operations/site-status';
import { type Html, html } from '../html.ts';
import { sinceOf } from '../layout.ts';
import { appLinks, badge } from '../pieces.ts';
import { type Cell, tableOf } from '../table.ts';

/** The backends whose data pages show, and how it stands with each. */
export function upstreamsTable({ upstreams }: Pick<Status, 'upstreams'>, now: number): Html | false {
  if (!upstreams) return false;
  const row = (upstream: UpstreamStatus): Cell[] => {
    const { name, apps, answers, oldestAt, lastError } = upstream;
    const failure =
      lastError &&
      html`<span class="hint"
        >last error ${sinceOf(lastError.at, now)}: ${lastError.reason} (${lastError.code})</span
      >`;
    return [
      name,
      appLinks(apps),
      html`${stateBadge(upstream)} ${failure}`,
      answers,
      oldestAt === undefined ? '–' : sinceOf(oldestAt, now),
    ];
  };
  return tableOf('Upstreams', ['Upstream', 'Apps', 'State', 'Answers', 'Oldest of'], upstreams.map(row));
}

function stateBadge({ circuit, failing, answers, lastError }: UpstreamStatus): Html {
  if (circuit !== 'closed') return badge('fails, left alone for a while', 'bad');
  if (answers === 0 && lastError) return badge('no answer yet', 'bad');
  return failing > 0 ? badge(`${failing} cannot be had anew`, 'warn') : badge('answers', 'good');
}
