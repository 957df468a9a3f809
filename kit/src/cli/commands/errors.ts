import { existsSync } from 'node:fs';
import path from 'node:path';
import { InvalidArgumentError } from 'commander';
import type { ErrorGroup, ErrorGroupList, ErrorKind } from '../../contract/operations/error-groups.ts';
import {
  ageText,
  type ReleaseList,
  type ReleaseSummary,
  type Status,
} from '../../contract/operations/site-status.ts';
import { ERROR_ID } from '../../contract/reports/error-id.ts';
import { APP_NAME } from '../../contract/names.ts';
import { connect, type OperationsClient } from '../gateway/operations-client.ts';
import { printable, releaseText, shortDigest, textTable, timeText } from '../output/text-table.ts';
import {
  type CommandContext,
  type DeclareCommand,
  createCommand,
  type JsonOption,
  parseCount,
  parseSince,
  printed,
} from '../command.ts';

interface ErrorsOptions extends JsonOption {
  release?: string;
  /** Milliseconds since the epoch. */
  since?: number;
  limit?: number;
}

/** Declares `mfe errors`. */
export const errorsCommand: DeclareCommand = (run) =>
  createCommand('errors', {
    description: `Lists the errors of visitors, in browsers and on the server, by app and release. Errors with the same
message in the same file are one entry. Default: the app of this folder, else all apps that the token may see (a team:
its own app). With the id on an error screen, the command shows that error:
its source lines and releases.`,
    examples: [
      'mfe errors blog --since 2h',
      'mfe errors 7k2m9x1q',
      `mfe errors --json | jq '.groups[] | select(.isNew) | .place'`,
    ],
  })
    .argument('[app or id]')
    .option('--release <digest>', 'only errors of this release: its digest, or at least its first 6 digits')
    .option('--since <time>', 'only errors seen since: 30m, 2h, 7d or a date, 2026-11-01', (text: string) =>
      parseSince(text, run.now()),
    )
    .option('--limit <n>', 'number of errors, the newest first', parseCount)
    .action(
      printed(run, (named: string | undefined, options: ErrorsOptions) => readErrors(named, options, run)),
    );

async function readErrors(
  asked: string | undefined,
  { release, since, limit, json }: ErrorsOptions,
  context: CommandContext,
) {
  const query = { release, since, limit };
  const client = connect(context);
  const named = asked ?? (await appOfFolder(context.cwd));
  if (asked !== undefined && (await isId(client, asked))) {
    if (Object.values(query).some((value) => value !== undefined))
      throw new InvalidArgumentError('an id alone says which error');
    const one = await client.call<ErrorGroupList>('error', { parameters: { id: asked } });
    const known = await releasesOf(client, one, json);
    const told = one.groups.map((group) => describeErrorGroup(group, known, context.now()));
    return { answer: one, text: () => told.join('\n\n') };
  }
  const list = await client.call<ErrorGroupList>('errors', { query: { ...query, app: named } });
  const releases = await releasesOf(client, list, json);
  return {
    answer: list,
    text: () => describeErrors(list, { release, since, app: named }, releases, context.now()),
  };
}

/** An app may have the form of an id: `settings`. The name of a live app takes precedence. */
async function isId(client: OperationsClient, named: string): Promise<boolean> {
  if (!ERROR_ID.test(named)) return false;
  if (!APP_NAME.test(named)) return true;
  const { apps } = await client.call<Status>('status');
  return !apps.some(({ app }) => app === named);
}

/** The app of the folder. The module is imported here only, because it needs the build dependencies. */
export async function appOfFolder(folder: string): Promise<string | undefined> {
  if (!existsSync(path.join(folder, 'mfe.config.ts'))) return undefined;
  const { loadApp } = await import('../../build/load-config.ts');
  return (await loadApp(folder)).config.name;
}

/**
 * The identities of the releases of these groups, for the text output. Releases that are no longer stored are left
 * out.
 */
async function releasesOf(
  client: OperationsClient,
  { groups }: ErrorGroupList,
  json: boolean | undefined,
): Promise<Map<string, ReleaseSummary>> {
  if (json) return new Map();
  const apps = [...new Set(groups.map(({ app }) => app))];
  const lists = await Promise.allSettled(
    apps.map((app) => client.call<ReleaseList>('releases', { parameters: { app }, query: { limit: 200 } })),
  );
  const kept = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value.releases : []));
  return new Map(kept.map((release) => [release.digest, release]));
}

/** Longest part of a message in a table, so that a line fits a terminal. */
const MOST_OF_MESSAGE = 60;
const MOST_OF_PLACE = 40;

const WHERE: Record<ErrorKind, string> = {
  hydration: 'in browsers, during hydration',
  render: 'in browsers, while a component rendered',
  event: 'in browsers, in an event handler',
  promise: 'in browsers, in a promise without a rejection handler',
  chunk: 'in browsers, while a chunk of the app loaded',
  guard: 'in a guard',
  island: 'in an island',
  csp: 'in browsers, by the content security policy',
  loader: 'on the server, in a loader',
  resource: 'on the server, in a resource',
  page: 'on the server: the page was too slow, too large or without its upstream',
  process: 'on the server: the process of the release ended',
};

/** @param now ms since the epoch. @returns a table, and the next commands. */
export function describeErrors(
  list: ErrorGroupList,
  { app, release, since }: Record<'app' | 'release', string | undefined> & { since: number | undefined },
  releases: ReadonlyMap<string, ReleaseSummary>,
  now: number,
): string {
  if (list.groups.length === 0) {
    const of = `${app ? ` of ${printable(app)}` : ''}${release ? ` in ${printable(release)}` : ''}`;
    const kept = since === undefined ? ' are kept' : ` since ${timeText(since)}`;
    return `no errors${of}${kept}\nAutomated browsers report only from pages opened with ?report=1.`;
  }
  const several = new Set(list.groups.map((group) => group.app)).size > 1;
  const rows = list.groups.map((group) => [
    group.id,
    ...(several ? [group.app] : []),
    group.times,
    releaseCell(group, releases),
    lastOf(group.place ?? group.kind, MOST_OF_PLACE),
    startOf(group.message),
    ageText(now - group.lastSeen),
  ]);
  const headings = ['ID', ...(several ? ['APP'] : []), 'TIMES', 'RELEASE', 'PLACE', 'MESSAGE', 'LAST'];
  const lines = [textTable(headings, rows), ''];
  if (list.more) lines.push('more errors exist: use --limit, --release or --since');
  lines.push(`mfe errors ${list.groups[0]!.id} shows the place of one`);
  return lines.join('\n');
}

/** @returns the details of an error, and the next commands. */
export function describeErrorGroup(
  group: ErrorGroup,
  releases: ReadonlyMap<string, ReleaseSummary>,
  now: number,
): string {
  const release = releases.get(group.release);
  const seen = (at: number): string => `${timeText(at)}, ${ageText(now - at)}`;
  const facts: [string, string | false | undefined][] = [
    ['where', WHERE[group.kind] ?? group.kind],
    ['place', group.place],
    ['times', String(group.times)],
    ['first', seen(group.firstSeen)],
    ['last', seen(group.lastSeen)],
    ['release', `${releaseText(group.release, release?.identity)}${release?.live ? ', live' : ''}`],
    ['', group.isNew ? 'new in this release' : 'an earlier release also had it'],
    ['', group.source === 'unlisted' && 'at an unlisted address, which a visitor may have invented'],
    ['route', group.route],
    ['browser', group.browser],
  ];
  const known = facts.flatMap(([name, text]) => (text ? `  ${name.padEnd(9)} ${printable(text)}` : []));
  const frames = group.frames.map((frame) => `    ${printable(frame)}`);
  return [
    `${group.id}  ${printable(group.app)}: ${printable(group.message)}`,
    ...known,
    ...(frames.length > 0 ? ['  frames', ...frames] : []),
    '',
    nextStep(group, release),
  ].join('\n');
}

/** A rollback helps for a new error of the live release, not for an old one. */
function nextStep({ app, isNew, release, source }: ErrorGroup, known: ReleaseSummary | undefined): string {
  const others = `mfe errors ${app} --release ${shortDigest(release)} lists the errors of that release`;
  if (!known?.live) return `this release is no longer live; ${others}`;
  if (source === 'unlisted') return `it is at an address that a visitor may have invented. ${others}`;
  if (!isNew) return `fix it and publish; the release before also has it. ${others}`;
  return `fix it and publish, or roll back: mfe rollback ${app} --dry-run shows the target. ${others}`;
}

function releaseCell(
  { release, isNew, source }: ErrorGroup,
  releases: ReadonlyMap<string, ReleaseSummary>,
): string {
  const marks = [
    releases.get(release)?.live && 'live',
    isNew && 'new',
    source === 'unlisted' && source,
  ].filter(Boolean);
  return [shortDigest(release), ...(marks.length > 0 ? [`(${marks.join(', ')})`] : [])].join(' ');
}

function startOf(text: string): string {
  const line = printable(text);
  return line.length > MOST_OF_MESSAGE ? `${line.slice(0, MOST_OF_MESSAGE - 1).trimEnd()}…` : line;
}

/** Cut at the start, because the end of a path is more useful. */
function lastOf(text: string, most: number): string {
  return text.length > most ? `…${text.slice(1 - most)}` : text;
}
