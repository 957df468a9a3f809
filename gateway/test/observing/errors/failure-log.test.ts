import type { Composition } from '@voltframe/kit/contract/release/composition';
import { expect, test, vi } from 'vitest';
import { servingErrors } from '../../../src/serving/serving-errors.ts';
import {
  type CodeFailure,
  createFailureLog,
  type Failure,
  type FailureLogOptions,
} from '../../../src/observing/errors/failure-log.ts';
import type { SeenError } from '../../../src/observing/errors/attribution.ts';
import { createReleasePositions } from '../../../src/observing/stacks/source-positions.ts';
import { remoteRelease } from '../../fixtures/fixture-release.ts';

const map = { version: 3, sources: ['src/home.tsx'], names: [], mappings: ';AAWA' };
const { release, files } = remoteRelease({ serverMap: JSON.stringify(map) });
const bundle = `docs@${release.digest.slice(0, 12)}/server/server.cjs`;
const blobs = new Map([...files].map(([file, body]) => [release.files[file]!.sha256, body]));

const composition = (id: string, docs: string) =>
  ({ id, apps: { shell: 's1', docs }, routes: [{ id: 'docs.home', app: 'docs' }] }) as unknown as Composition;

function logOf(
  readBlob = async (sha256: string) => blobs.get(sha256),
  develop?: FailureLogOptions['develop'],
) {
  const clock = { now: 0 };
  const noted: SeenError[] = [];
  const site = { live: undefined as Composition | undefined };
  const lines: { level: string; text: string; fields: Record<string, unknown> }[] = [];
  const write = (level: string) => (fields: unknown, text: unknown) =>
    void lines.push({ level, text: String(text), fields: fields as Record<string, unknown> });
  const log = createFailureLog({
    logger: { warn: write('warn'), error: write('error') } as never,
    positionsIn: createReleasePositions(readBlob),
    now: () => clock.now,
    errors: { note: (error) => `id${noted.push(error)}` },
    live: () => site.live,
    develop,
  });
  return { log, clock, noted, site, lines, texts: () => lines.map(({ text }) => text) };
}

const thrown = (more: Partial<CodeFailure> = {}): CodeFailure => ({
  app: 'docs',
  digest: release.digest,
  call: 'fragment',
  message: 'boom',
  stack: `Error: boom\n    at Home (${bundle}:2:5)\n    at other (${bundle}:9:9)`,
  ran: [release],
  isListed: true,
  ...more,
});
const stale = (more: Partial<Failure> = {}): Failure => ({
  kind: 'stale',
  app: 'docs',
  digest: 'd',
  what: 'fragment docs.home',
  error: new Error('gone'),
  ...more,
});
/** Stacks are mapped in a thread. @returns once there are `count` entries. */
const settled = (entries: readonly unknown[], count: number) =>
  vi.waitUntil(() => entries.length >= count, 30_000);

test('logs an error of release code with the line of its source', async () => {
  const { log, lines } = logOf();
  log.thrown(thrown());
  await settled(lines, 1);
  expect(lines).toEqual([
    {
      level: 'error',
      text: 'release code failed: docs at Home (docs src/home.tsx:12)',
      fields: {
        app: 'docs',
        digest: release.digest,
        call: 'fragment',
        reason: 'boom',
        at: ['Home (docs src/home.tsx:12)', `other (${bundle}:9:9)`],
      },
    },
  ]);
});

test('logs one line for each message and place', async () => {
  const { log, lines } = logOf();
  for (let times = 0; times < 100; times++) log.thrown(thrown());
  log.thrown(thrown({ message: 'other' }));
  log.thrown(thrown({ stack: `Error: boom\n    at Home (${bundle}:3:5)` }));
  await settled(lines, 3);
  expect(lines).toHaveLength(3);
});

test('stops after 50 messages of a release for an hour, with a line that reports the limit, and logs other releases', () => {
  const { log, clock, texts } = logOf();
  const flood = (hour: string) => {
    for (let times = 0; times < 1_000; times++)
      log.noticed(stale({ error: new Error(`no ${times} in ${hour}`) }));
  };
  flood('the first');
  expect(texts()).toHaveLength(50);
  expect(texts().at(-1)).toMatch(/; further failures of this release are not logged for an hour$/);
  log.noticed(stale({ digest: 'e' }));
  expect(texts()).toHaveLength(51);
  clock.now = 60 * 60_000 - 1;
  flood('the same');
  expect(texts()).toHaveLength(51);
  clock.now++;
  flood('the next');
  expect(texts()).toHaveLength(101);
});

test.each([
  ['its map is not in the store', async () => undefined],
  ['its map cannot be read', () => Promise.reject(new Error('disk'))],
  ['its map is rubbish', async () => Buffer.from('}')],
])('logs the place in the bundle when %s', async (_, readBlob) => {
  const { log, lines, texts } = logOf(readBlob);
  log.thrown(thrown());
  await settled(lines, 1);
  expect(texts()).toEqual([`release code failed: docs at Home (${bundle}:2:5)`]);
});

test('reads a source map once for many stacks of a release', async () => {
  let reads = 0;
  const { log, lines } = logOf(async (sha256) => (reads++, blobs.get(sha256)));
  for (let times = 0; times < 20; times++) log.thrown(thrown({ message: `no ${times}` }));
  await settled(lines, 20);
  expect([lines.length, reads]).toEqual([20, 1]);
});

test.each([
  ['stale', 'warn', 'a last good copy is served: fragment docs.home'],
  ['island', 'warn', 'an island is left empty: fragment docs.home'],
  ['ahead', 'warn', 'a page could not be rendered ahead: fragment docs.home'],
  ['page', 'error', 'a page failed: fragment docs.home'],
] as const)('logs the failure "%s" once for each release and cause', (kind, level, text) => {
  const { log, lines } = logOf();
  for (let times = 0; times < 10; times++) log.noticed(stale({ kind, path: `/x?${times}` }));
  expect(lines.map((line) => [line.level, line.text])).toEqual([[level, text]]);
  expect(lines[0]!.fields).toMatchObject({ app: 'docs', digest: 'd', reason: 'gone' });
  log.noticed(stale({ kind, error: new Error('other') }));
  log.noticed(stale({ kind, digest: 'e' }));
  expect(lines).toHaveLength(3);
});

test('logs one short line, whatever an app sends', async () => {
  const { log, lines } = logOf();
  log.thrown(thrown({ message: `\u001b[31m\n${'x'.repeat(100_000)}` }));
  log.noticed(stale({ what: 'a\nb', error: 'text\r\nmore' }));
  await settled(lines, 2);
  for (const { text, fields } of lines) {
    expect(text + String(fields['reason'])).not.toMatch(/\p{Cc}/u);
    expect(JSON.stringify(fields).length).toBeLessThan(2_000);
  }
});

test('passes each error to the developer instead of the log during development', async () => {
  const seen: CodeFailure[] = [];
  const { log, lines, noted, site } = logOf(undefined, (failure) => void seen.push(failure));
  site.live = composition('c1', release.digest);
  for (let n = 0; n < 2; n++) log.thrown(thrown());
  log.noticed(stale({ error: servingErrors.RENDER_FAILED({ reason: 'boom' }) }));
  expect(seen).toEqual([thrown(), thrown()]);
  log.noticed(stale({ digest: release.digest }));
  expect([lines.length, noted]).toEqual([1, []]);
});

/** A log whose releases are in memory, so that no test waits for a thread. @returns the errors that it stores. */
function stored() {
  const { log, noted, site, lines } = logOf();
  site.live = composition('c1', 'd1');
  const throws = (more: Partial<CodeFailure>) =>
    log.thrown(thrown({ digest: 'd1', stack: 'Error: boom', route: 'docs.home', ran: [], ...more }));
  return { log, noted, site, lines, throws };
}

test.each([
  ['fragment', 'loader'],
  ['paths', 'loader'],
  ['guards', 'guard'],
  ['island', 'island'],
  ['resource', 'resource'],
  ['frame', 'render'],
  ['load', 'process'],
])('stores an error of the call "%s" with its app, release and composition', (call, kind) => {
  const { noted, throws } = stored();
  expect(throws({ call })).toBe('id1');
  const of = { app: 'docs', release: 'd1', composition: 'c1', route: 'docs.home', releases: [] };
  const seen = { source: 'listed', kind, message: 'boom', stack: 'Error: boom', times: 1 };
  expect(noted).toEqual([{ ...of, ...seen }]);
});

test('cuts the texts of an error that it stores', () => {
  const { noted, throws } = stored();
  throws({ message: 'm'.repeat(100_000), stack: 's'.repeat(100_000) });
  expect([noted[0]!.message.length, noted[0]!.stack!.length]).toEqual([1_000, 8_000]);
});

test('stores errors of releases that are or were live, and of no other', () => {
  const { noted, site, throws } = stored();
  expect(throws({ digest: 'd2' })).toBeUndefined();
  site.live = composition('c2', 'd2');
  expect(throws({ digest: 'd2' })).toBe('id1');
  site.live = composition('c3', 'd3');
  for (const digest of ['d2', 'd3']) throws({ digest });
  expect(noted.map((error) => [error.release, error.composition])).toEqual([
    ['d2', 'c2'],
    ['d2', 'c2'],
    ['d3', 'c3'],
  ]);
});

test('stores and logs a failed page with the reason for the operator, and none for a busy process or a missing island', () => {
  const { log, noted, lines } = stored();
  const error = servingErrors.RENDER_TIMEOUT({ what: 'fragment', limit: 10 });
  const failed = { kind: 'page', app: 'docs', digest: 'd1', what: 'docs.home', error } as const;
  log.noticed(failed);
  expect(lines[0]!.fields['reason']).toBe(error.why);
  log.noticed({ ...failed, kind: 'stale', what: 'fragment docs.home' });
  log.noticed({ ...failed, kind: 'island', what: 'Bad', error: new Error('no app has it') });
  log.noticed({ ...failed, digest: undefined });
  for (const kind of ['page', 'stale', 'island'] as const)
    for (const other of [servingErrors.RENDER_BUSY(), servingErrors.ISLAND_NOT_FOUND({ name: 'Gone' })])
      expect(log.noticed({ ...failed, kind, error: other })).toBeUndefined();
  expect(noted.map(({ kind, route, message }) => [kind, route, message])).toEqual([
    ['page', 'docs.home', error.why],
    ['page', 'docs.home', error.why],
    ['island', undefined, 'no app has it'],
  ]);
});

test('marks stored errors of unlisted addresses, and stores no process that they ended, nor one whose loop is stored', () => {
  const { log, noted, throws } = stored();
  const end = { app: 'docs', digest: 'd1', reason: 'it used too much memory' };
  throws({ isListed: false });
  log.noticed(stale({ digest: 'd1', isListed: false }));
  log.ended({ ...end, isListed: false, isTold: false });
  log.ended({ ...end, isListed: true, isTold: false });
  log.ended({ ...end, reason: 'a loop', isListed: true, isTold: true });
  expect(noted.map(({ kind, message, source }) => [kind, message, source])).toEqual([
    ['loader', 'boom', 'unlisted'],
    ['page', 'gone', 'unlisted'],
    ['process', 'it used too much memory', 'listed'],
  ]);
});
