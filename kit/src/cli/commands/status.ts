import type { AppStatus, Status } from '../../contract/operations/site-status.ts';
import { type CommandContext, EXIT } from '../command-context.ts';
import { alertText, errorsCell, contractText, upstreamText, waitingText } from '../output/status-text.ts';
import { connect } from '../gateway/operations-client.ts';
import { parseOptions } from '../parse-options.ts';
import { jsonText } from '../output/print.ts';
import { printable, releaseText, shortDigest, textTable, timeText } from '../output/text-table.ts';

/** `mfe status`: see help.ts. */
export async function statusCommand(args: string[], context: CommandContext): Promise<number> {
  const { values } = parseOptions(args, { command: 'status' });
  const status = await connect(context).call<Status>('status');
  context.print(values.json ? jsonText(status) : describeStatus(status, context.now()));
  return EXIT.done;
}

function describeStatus(status: Status, now: number): string {
  const { site, composition, frozen, apps, leases, you } = status;
  const lines = site.name ? [`${printable(site.name)}  ${site.url}`] : [];
  lines.push(
    composition
      ? `composition ${shortDigest(composition.id)} since ${timeText(composition.activatedAt)}`
      : 'nothing is live yet',
  );
  if (frozen)
    lines.push(
      `FROZEN by ${printable(frozen.by)} since ${timeText(frozen.at)}: ${printable(frozen.reason) || 'no reason given'}`,
    );
  if (apps.length > 0) lines.push('', appTable(apps), '');
  lines.push(
    ...alertText(status, now),
    ...waitingText(status),
    ...contractText(status),
    ...upstreamText(status),
  );
  const oldest = leases.at(-1);
  if (oldest)
    lines.push(
      `${leases.length} earlier compositions are still served, the oldest until ${timeText(oldest.until)}`,
    );
  lines.push(`you are ${printable(you.name)} (${you.role}${you.app ? ` of ${you.app}` : ''})`);
  return lines.join('\n');
}

/** Errors are told where a gateway takes them, and of what the token may see. */
function appTable(apps: AppStatus[]): string {
  const errors = apps.some((app) => app.errors !== undefined);
  const rows = apps.map((app) => [
    app.app,
    releaseText(app.live, app.identity),
    timeText(app.activatedAt),
    app.routes,
    ...(errors ? [errorsCell(app)] : []),
    stateOf(app),
  ]);
  return textTable(['APP', 'LIVE', 'SINCE', 'ROUTES', ...(errors ? ['ERRORS'] : []), 'STATE'], rows);
}

function stateOf({ pinned, held, warnings = [], newest }: AppStatus): string {
  const parts = [];
  if (pinned) parts.push(`pinned by ${pinned.by}`);
  if (held) parts.push(`${shortDigest(held)} waits for the ${pinned ? 'pin' : 'freeze'} to end`);
  for (const { reason } of warnings) parts.push(`to mend: ${reason}`);
  if (newest && newest.digest !== held)
    parts.push(
      `${shortDigest(newest.digest)} ${newest.state}${newest.checks[0] ? `: ${newest.checks[0].reason}` : ''}`,
    );
  return parts.join('; ') || 'newest is live';
}
