import { contractsText } from '../../contract/contract-version.ts';
import {
  type AppStatus,
  type Status,
  liveContracts,
  type SharedChange,
} from '../../contract/operations/site-status.ts';
import { copiesText } from '../../contract/operations/shared-libraries.ts';
import { connect } from '../gateway/operations-client.ts';
import { type DeclareCommand, createCommand, printed } from '../command.ts';
import { printable, releaseText, shortDigest, textTable, timeText } from '../output/text-table.ts';

/** Declares `mfe status`. */
export const statusCommand: DeclareCommand = (run) =>
  createCommand('status', {
    description: `Shows the live composition, the release of each app, errors of the last hour that the token may see, pins, a freeze,
and earlier compositions that the gateway still serves.`,
    examples: ['mfe status', `mfe status --json | jq -r '.apps[] | select(.pinned) | .app'`],
  }).action(
    printed(run, async () => {
      const answer = await connect(run).call<Status>('status');
      return { answer, text: () => describeStatus(answer) };
    }),
  );

function describeStatus(status: Status): string {
  const { site, composition, database, frozen, apps, leases, you } = status;
  const lines = site.name ? [`${printable(site.name)}  ${site.url}`] : [];
  lines.push(
    composition
      ? `composition ${shortDigest(composition.id)} since ${timeText(composition.activatedAt)}`
      : 'nothing is live yet',
  );
  if (database)
    lines.push(
      `DATABASE AWAY since ${timeText(database.awaySince)}: ${printable(database.reason)} Pins, a freeze and leases are unknown`,
    );
  if (frozen)
    lines.push(
      `FROZEN by ${printable(frozen.by)} since ${timeText(frozen.at)}: ${printable(frozen.reason) || 'no reason given'}`,
    );
  if (apps.length > 0) lines.push('', appTable(apps), '');
  lines.push(
    ...failingText(status),
    ...waitingText(status),
    ...contractText(status),
    ...gatewayText(status),
    ...upstreamText(status),
    ...libraryText(status),
  );
  const oldest = leases.at(-1);
  if (oldest)
    lines.push(
      `${leases.length} earlier compositions are still served, the oldest until ${timeText(oldest.until)}`,
    );
  lines.push(`you are ${printable(you.name)} (${you.role}${you.app ? ` of ${you.app}` : ''})`);
  return lines.join('\n');
}

/** Errors are shown when the gateway records them, for apps that the token may read. */
function appTable(apps: AppStatus[]): string {
  const errors = apps.some((app) => app.errors !== undefined);
  const rows = apps.map((app) => [
    app.app,
    releaseText(app.live, app.identity),
    timeText(app.activatedAt),
    app.routes,
    ...(errors ? [app.errors] : []),
    stateOf(app),
  ]);
  return textTable(['APP', 'LIVE', 'SINCE', 'ROUTES', ...(errors ? ['ERRORS'] : []), 'STATE'], rows);
}

function stateOf({ pinned, held, warnings = [], newest }: AppStatus): string {
  const parts = [];
  if (pinned) parts.push(`pinned by ${pinned.by}`);
  if (held) parts.push(`${shortDigest(held)} waits for the ${pinned ? 'pin' : 'freeze'} to end`);
  for (const { reason } of warnings) parts.push(`warning: ${reason}`);
  if (newest && newest.digest !== held) {
    const { digest, state, rolledBackAt, checks } = newest;
    const reason = checks[0] ? `: ${checks[0].reason}` : '';
    parts.push(`${shortDigest(digest)} ${rolledBackAt ? 'was rolled back' : state}${reason}`);
  }
  return parts.join('; ') || 'newest is live';
}

/** @returns a line for each live release whose listed pages fail, with the commands that help. */
function failingText({ apps }: Status): string[] {
  return apps.flatMap(({ app, errors = 0 }) => {
    const many = errors === 1 ? 'an error' : `${errors} errors`;
    const next = printable(`mfe errors ${app}, mfe rollback ${app}`);
    return errors > 0 ? [`FAILING ${printable(app)}: ${many} of listed pages within an hour: ${next}`] : [];
  });
}

/** @returns the contract versions of the live releases, and the first that leaves the window. */
function contractText({ contract, apps }: Status): string[] {
  if (apps.length === 0) return [];
  const { newest, kit } = contract;
  const lines = liveContracts({ contract, apps }).map(
    ({ version, apps: names, fate }) =>
      `  ${version}  ${names.join(', ')}${fate ? `: ${fate.text}; build with ${kit}` : ''}`,
  );
  return [
    `contract ${newest}: the gateway takes ${contractsText(contract)}; its live releases are built for`,
    ...lines,
  ];
}

/** @returns a line for each gateway, with its composition when that is not the live one. */
function gatewayText({ gateways = [], composition }: Status): string[] {
  const live = composition?.id ?? null;
  return gateways.map(({ id, version, contract, composition: shown }) => {
    const late = shown === null ? ': shows nothing yet' : `: still shows composition ${shortDigest(shown)}`;
    const text = `gateway ${printable(id)}  ${printable(version)}, ${contractsText(contract)}`;
    return shown === live ? text : text + late;
  });
}

/** @returns a line for each upstream that fails. */
function upstreamText({ upstreams = [] }: Status): string[] {
  return upstreams
    .filter(({ circuit, failing }) => circuit !== 'closed' || failing > 0)
    .map(({ name, apps, failing, lastError }) => {
      const why = lastError ? `: ${printable(lastError.reason)} (${timeText(lastError.at)})` : '';
      return `UPSTREAM ${name} of ${apps.join(', ')} fails; ${failing} answers are old${why}`;
    });
}

/** @returns a line for each shared library: with several copies, visitors load each of them. */
function libraryText({ libraries = [] }: Status): string[] {
  return libraries.map((library) => `shared ${printable(library.name)}: ${printable(copiesText(library))}`);
}

/**
 * @returns the waiting releases with their targets, held releases of apps that are not on the site (other apps have
 * their own line), and the apps that the next version of a shared module waits for.
 */
function waitingText({ waiting = [], held = [], sharedChanges = [], apps }: Status): string[] {
  const lines = waiting.map(
    ({ app, digest, waitsFor }) =>
      `  ${app} ${shortDigest(digest)} waits for ${waitsFor.join(', ') || 'any app'}`,
  );
  return [
    ...(lines.length > 0 ? ['checked again together when an app changes:', ...lines] : []),
    ...held
      .filter(({ app }) => !apps.some((entry) => entry.app === app))
      .map(
        ({ app, digest, by }) => `${app} ${shortDigest(digest)}, not on the site, waits for the ${by} to end`,
      ),
    ...sharedChanges.flatMap(changeText),
  ];
}

function changeText({ module, from, to, shell, accepted, ready, missing }: SharedChange): string[] {
  const named = (apps: string[]) => apps.join(', ') || '-';
  const change = to === null ? `removes ${module}` : `has ${module} ${to}`;
  return [
    `shell ${shortDigest(shell)} ${change}, live is ${from}; goes live with the last missing release`,
    `  live releases that accept it    ${named(accepted)}`,
    `  releases that wait with it      ${named(ready)}`,
    `  apps without such a release     ${named(missing)}`,
  ];
}
