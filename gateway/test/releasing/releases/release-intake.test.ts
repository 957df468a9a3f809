import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { releaseDigest } from '@voltframe/kit/contract/release/digest';
import type { Finding, ReleaseState } from '@voltframe/kit/contract/operations/verdict';
import type { SigningKey } from '@voltframe/kit/contract/operations/credentials';
import type { Release } from '@voltframe/kit/contract/release/release';
import {
  createSigningPair,
  keyIdOf,
  readPrivateKey,
  signRelease,
} from '@voltframe/kit/packaging/release-signature';
import { quotaErrors } from '@voltframe/kit/errors/quota-errors';
import { pack } from 'tar-stream';
import { describe, expect, test } from 'vitest';
import type { SecretCheck } from '../../../src/releasing/releases/check-secrets.ts';
import {
  createReleaseIntake,
  type ReleaseIntake,
  decisionSinceBuild,
} from '../../../src/releasing/releases/release-intake.ts';
import { createEncodingCheck } from '../../../src/releasing/releases/encodings.ts';
import { createFolderSource } from '../../../src/releasing/releases/sources/folder-source.ts';
import { createOriginSource } from '../../../src/releasing/releases/sources/origin-source.ts';
import type { Offer, WatchedSource } from '../../../src/releasing/releases/sources/watch-sources.ts';
import type { ReleaseQuota } from '../../../src/releasing/releases/release-quota.ts';
import { directReader } from '../../fixtures/direct-reader.ts';
import { type FixtureRelease, remoteRelease, sha256, version } from '../../fixtures/fixture-release.ts';
import { openTestDatabase, testFolder } from '../../fixtures/test-database.ts';
import { createFileBlobStore } from '../../../src/platform/blobs/blob-store.ts';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import { pino } from 'pino';
import { createStateStore } from '../../../src/releasing/state/state-store.ts';
import type { HistoryAction, HistoryEntry } from '@voltframe/kit/contract/operations/history';

const SERVER = 'server/server.cjs';

/** The files of a source: `release.json` and those that it lists. */
type Contents = Map<string, Buffer>;

/** @param change of the release, before its digest is computed. */
function contents(change: (release: Release) => Partial<Release> = () => ({})): Contents {
  const { release, files } = remoteRelease();
  const changed = { ...release, ...change(release) };
  const digest = releaseDigest(changed, sha256);
  return new Map([['release.json', Buffer.from(JSON.stringify({ ...changed, digest }))], ...files]);
}

function withFile(file: string, body: string | undefined): Contents {
  const all = contents();
  if (body === undefined) all.delete(file);
  else all.set(file, Buffer.from(body));
  return all;
}

const noQuota: ReleaseQuota = { take: async () => async () => {} };

/** @param keys registered keys. */
function openIntake(
  keys: SigningKey[] = [],
  quota: ReleaseQuota = noQuota,
  refused: (app: string, findings: Finding[]) => void = () => {},
) {
  return createReleaseIntake({
    state: { saveRelease: async () => {} } as never,
    blobs: { has: async () => false, put: async () => {} } as never,
    keys: { list: async (app) => keys.filter((key) => key.app === app) },
    quota,
    now: () => 0,
    logger: {} as never,
    live: () => undefined,
    look: () => {},
    checkEncodings: async () => {},
    refused,
  });
}

async function offered(of: WatchedSource, intake: ReleaseIntake): Promise<string> {
  const taken = await intake.read('docs', (await of.look(undefined))!, of.name);
  return taken.ok ? 'taken' : taken.findings.map(({ code, reason }) => `${code} ${reason}`).join();
}

async function fromFolder(all: Contents, intake = openIntake()): Promise<string> {
  const folder = testFolder();
  for (const [file, body] of all) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), body);
  }
  return offered(createFolderSource('docs', folder, directReader), intake);
}

async function fromOrigin(all: Contents, intake = openIntake()): Promise<string> {
  const fetch: typeof globalThis.fetch = async (url) => {
    const body = all.get(new URL(url as URL).pathname.slice(1));
    return new Response(body && new Uint8Array(body), { status: body ? 200 : 404 });
  };
  return offered(createOriginSource('docs', 'http://origin.test', fetch), intake);
}

async function fromPack(all: Contents, intake = openIntake()): Promise<string> {
  const tar = pack();
  const signature = all.get('release.sig');
  if (signature) tar.entry({ name: 'docs/release.sig' }, signature);
  for (const [file, body] of all) if (file !== 'release.sig') tar.entry({ name: `docs/${file}` }, body);
  tar.finalize();
  const packed = (tar as unknown as Readable).pipe(createGzip());
  const refused = (error: Error & { code: string }) => `${error.code} ${error.message}`;
  return intake.unpack(packed, { apps: ['docs'], remember: true }).then(() => 'taken', refused);
}

const ways = [fromFolder, fromOrigin, fromPack];

test.each<[defect: string, all: () => Contents, verdict: RegExp]>([
  ['no defect', contents, /^taken$/],
  [
    'a file with other content',
    () => withFile(SERVER, 'x'.repeat(remoteRelease().files.get(SERVER)!.length)),
    /^PACK_FILE_WRONG docs: server\/server.cjs .* another sha-256$/,
  ],
  [
    'a file that is longer than declared',
    () => withFile(SERVER, 'x'.repeat(9_999)),
    /^PACK_FILE_WRONG .* it has 9999 bytes, \d+ are declared$/,
  ],
  ['a missing file', () => withFile(SERVER, undefined), /^PACK_FILE_MISSING docs: server\/server.cjs /],
  [
    'a manifest that is not JSON',
    () => withFile('release.json', '{'),
    /^PACK_MANIFEST_INVALID docs: .*not JSON$/,
  ],
  [
    'a manifest that is not a release',
    () => withFile('release.json', '{}'),
    /^PACK_MANIFEST_INVALID docs: .*schema/,
  ],
  [
    'a wrong digest',
    () =>
      withFile(
        'release.json',
        contents()
          .get('release.json')!
          .toString()
          .replace(/("digest":")[0-9a-f]{4}/, '$10000'),
      ),
    /^PACK_DIGEST_WRONG docs/,
  ],
  ['a manifest of another app', () => contents(() => ({ app: 'other' })), /^PACK_MANIFEST_INVALID docs: .*/],
  [
    'a file that is declared too large',
    () =>
      contents((release) => ({
        files: { ...release.files, 'data/big.json': { sha256: '0'.repeat(64), bytes: 2 ** 25 } },
      })),
    /^PACK_TOO_LARGE .*docs\/data\/big.json is more than 16777216$/,
  ],
  [
    'a manifest with too many rules',
    () =>
      contents(() => ({
        rules: Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`/docs/${at}`, {}])),
      })),
    /^PACK_TOO_LARGE .*the number of its rules is more than 1000$/,
  ],
  [
    'a manifest that is too large',
    () => withFile('release.json', ' '.repeat(2 ** 21 + 1)),
    /^PACK_TOO_LARGE .*docs\/release.json is more than 2097152$/,
  ],
])('a release with %s has the same verdict from a folder, an origin and a push', async (_, all, verdict) => {
  const verdicts = await Promise.all(
    ways.map((take) => take(all()).catch(({ code, message }) => `${code} ${message}`)),
  );
  expect(verdicts[0]).toMatch(verdict);
  expect(verdicts).toEqual(ways.map(() => verdicts[0]));
});

const pair = createSigningPair();
const key: SigningKey = {
  id: keyIdOf(pair.publicKey),
  app: 'docs',
  publicKey: pair.publicKey,
  name: 'CI',
  createdAt: 0,
  endsAt: null,
  revokedAt: null,
};
const signedBy = (privateKey: string, change: Partial<Release> = {}) => {
  const { release } = remoteRelease();
  return signRelease({ ...release, ...change }, readPrivateKey(privateKey));
};

test.each<[signature: string, text: string | undefined, keys: SigningKey[], verdict: RegExp]>([
  ['signature by its key', signedBy(pair.privateKey), [key], /^taken$/],
  ['missing signature, when only other apps have keys', undefined, [{ ...key, app: 'news' }], /^taken$/],
  ['missing signature', undefined, [key], /^PACK_SIGNATURE_MISSING/],
  ['malformed signature', 'x', [key], /^PACK_SIGNATURE_INVALID/],
  ['signature by an unknown key', signedBy(createSigningPair().privateKey), [key], /^PACK_SIGNATURE_KEY/],
  [
    'signature by a revoked key',
    signedBy(pair.privateKey),
    [{ ...key, revokedAt: 0 }],
    /^PACK_SIGNATURE_KEY/,
  ],
  ['signature by an expired key', signedBy(pair.privateKey), [{ ...key, endsAt: 0 }], /^PACK_SIGNATURE_KEY/],
  ['signature of another app', signedBy(pair.privateKey, { app: 'x' }), [key], /^PACK_SIGNATURE_WRONG/],
  ['signature that is too long', 'x'.repeat(9_999), [key], /^PACK_TOO_LARGE/],
])('a %s has the same verdict from a folder, an origin and a push', async (_, text, keys, verdict) => {
  const all = contents();
  if (text !== undefined) all.set('release.sig', Buffer.from(text));
  const verdicts = await Promise.all(ways.map((take) => take(all, openIntake(keys))));
  expect(verdicts[0]).toMatch(verdict);
  expect(verdicts).toEqual(ways.map(() => verdicts[0]));
});

test('a release counts against its quota before its files are read, and no longer when it is not stored', async () => {
  const calls: string[] = [];
  const quota: ReleaseQuota = {
    async take({ app }, bytes) {
      calls.push(`${app} ${bytes}`);
      return async () => void calls.push('given back');
    },
  };
  const whole = version('one');
  for (const fixture of [whole, { ...whole, files: new Map<string, Buffer>() }])
    await openIntake([], quota).read('docs', offerOf(fixture), 'folder');
  const taken = `docs ${JSON.stringify(whole.release).length}`;
  expect(calls).toEqual([taken, taken, 'given back']);
});

test('a release over its quota is refused from a folder, an origin and a push, before its files are read', async () => {
  const full = quotaErrors.RELEASE({ app: 'docs', bytes: '2 MB', limit: '1 MB' });
  const refusing: ReleaseQuota = { take: () => Promise.reject(full) };
  // Reading any of its files would be another refusal.
  const manifest = new Map([['release.json', contents().get('release.json')!]]);
  for (const take of ways) expect(await take(manifest, openIntake([], refusing))).toMatch(/^QUOTA_RELEASE /);
});

test('a refused release of a watched source is reported with the reason', async () => {
  const reports: string[] = [];
  const tell = (app: string, findings: Finding[]) => reports.push(app, ...findings.map(({ code }) => code));
  const later = remoteRelease({ change: (release) => (release.contract = 99) });
  const taken = await openIntake([], noQuota, tell).take(source, offerOf(later));
  expect([taken, reports]).toEqual([{ settled: true }, ['docs', 'PACK_CONTRACT']]);
});

const source: WatchedSource = { app: 'docs', name: 'folder', look: async () => undefined };

async function openStoredIntake(quota = noQuota, look: SecretCheck['look'] = () => {}) {
  const state = createStateStore(await openTestDatabase('SQLite'));
  const blobs = createFileBlobStore(testFolder());
  const live: { composition?: Composition } = {};
  const intake = createReleaseIntake({
    state,
    blobs,
    keys: { list: async () => [] },
    quota,
    now: () => 5,
    logger: pino({ level: 'silent' }),
    live: () => live.composition,
    look,
    checkEncodings: createEncodingCheck(blobs),
    refused: () => {},
  });
  const makeLive = (digest?: string) =>
    (live.composition = { apps: digest === undefined ? {} : { docs: digest } } as unknown as Composition);
  return { intake, state, blobs, makeLive };
}

const offerOf = ({ release, files }: FixtureRelease, manifest = JSON.stringify(release)): Offer => ({
  version: manifest,
  manifest,
  async read(file) {
    const body = files.get(file);
    return body && { bytes: body.length, body };
  },
});

test('every incoming file is passed to the search for secrets; a stored file is not read', async () => {
  const looked: [string, string, Uint8Array][] = [];
  const { intake, blobs } = await openStoredIntake(noQuota, (...file) => void looked.push(file));
  const { release, files } = remoteRelease();
  const page = files.get('client/page.0000000002.js')!;
  await blobs.put(sha256(page), page);
  const reads: [string, number][] = [];
  const read: Offer['read'] = async (file, most) => {
    const body = files.get(file);
    if (body) reads.push([file, most]);
    return body && { bytes: body.length, body };
  };
  await intake.read('docs', { manifest: JSON.stringify(release), read }, 'folder');
  const others = [...files].filter(([, body]) => body !== page);
  expect(reads.toSorted()).toEqual(others.map(([file, body]) => [file, body.length]).toSorted());
  expect(looked.toSorted()).toEqual(others.map(([file, body]) => [file, sha256(body), body]).toSorted());
});

test.each([
  ['is stored, without an unsafe URL', '{"commit":"a1","url":"javascript:1"}', { commit: 'a1' }],
  ['that is malformed is ignored', 'x', undefined],
])('an identity file %s', async (_, text, identity) => {
  const { intake, state } = await openStoredIntake();
  const one = version('one');
  const files = new Map([...one.files, ['release.identity.json', Buffer.from(text)]]);
  await intake.read('docs', offerOf({ ...one, files }), 'folder');
  expect((await state.release('docs', one.release.digest))!.identity).toEqual(identity);
});

const decision = { at: 5_000, actor: 'ada', action: 'activate', app: 'docs', from: null, note: '' } as const;

describe('the offer of a source', () => {
  const one = version('one');
  const broken = { ...one, files: new Map() };

  test('is read again until it is complete, and ignored once its release is live', async () => {
    const { intake, state, makeLive } = await openStoredIntake();
    expect(await intake.take(source, offerOf(broken))).toEqual({ settled: false });
    expect(await intake.take(source, offerOf(one))).toEqual({ release: one.release, settled: true });
    await state.setReleaseState('docs', one.release.digest, 'admitted', []);
    makeLive(one.release.digest);
    expect(await intake.take(source, offerOf(one))).toEqual({ settled: true });
  });

  test.each<[string, ReleaseState, FixtureRelease | undefined, isOld: boolean]>([
    ['is ignored after its release was rolled back', 'admitted', version('before'), true],
    ['is ignored after its release was withdrawn', 'withdrawn', version('before'), true],
    ['is ignored after its app was retired', 'admitted', undefined, true],
    [
      'is read again after a refusal, because the conflicting app may have changed',
      'refused',
      version('before'),
      false,
    ],
  ])('%s', async (_, as, liveNow, isOld) => {
    const { intake, state, makeLive } = await openStoredIntake();
    await intake.take(source, offerOf(one));
    await state.setReleaseState('docs', one.release.digest, as, []);
    makeLive(liveNow?.release.digest);
    expect((await intake.take(source, offerOf(one))).release === undefined).toBe(isOld);
  });

  test('that comes back is read again when the gateway ended before a decision about it', async () => {
    const { intake, state, makeLive } = await openStoredIntake();
    await intake.take(source, offerOf(one));
    await state.setReleaseState('docs', one.release.digest, 'admitted', []);
    makeLive(version('later').release.digest);
    await state.addHistory({ ...decision, actor: 'source', at: 4, to: one.release.digest });
    expect((await intake.take(source, offerOf(one))).release).toEqual(one.release);
    await state.addHistory({ ...decision, actor: 'source', at: 6, to: one.release.digest });
    expect((await intake.take(source, offerOf(one))).release).toBeUndefined();
  });

  test.each([
    ['is ignored when another release was published after its build', 1, true],
    ['is read when its build is newer than the published release', 6_000, false],
    ['is read when the time of its build is unknown', undefined, false],
  ])('%s', async (_, builtAt, isOld) => {
    const { intake, state, makeLive } = await openStoredIntake();
    makeLive(version('published').release.digest);
    const to = version('published').release.digest;
    await state.addHistory({ ...decision, to });
    const offer = { ...offerOf(one), ...(builtAt !== undefined && { builtAt }) };
    expect((await intake.take(source, offer)).release === undefined).toBe(isOld);
  });

  test('is ignored after twenty reads with wrong files', async () => {
    const { intake } = await openStoredIntake();
    const settled: boolean[] = [];
    for (let look = 0; look < 20; look++) settled.push((await intake.take(source, offerOf(broken))).settled);
    expect(settled).toEqual([...Array.from({ length: 19 }, () => false), true]);
  });

  test('is ignored after one read with a malformed manifest', async () => {
    const { intake } = await openStoredIntake();
    expect(await intake.take(source, offerOf(one, '{'))).toEqual({ settled: true });
  });
});

test('an offer over the quota is read again until the quota has room', async () => {
  let isFull = true;
  const quota: ReleaseQuota = {
    async take() {
      const facts = { app: 'docs', used: '1 MB', bytes: '1 MB', limit: '1 MB', wait: '1 h 0 min' };
      if (isFull) throw quotaErrors.DAY(facts);
      return async () => {};
    },
  };
  const { intake } = await openStoredIntake(quota);
  const one = version('one');
  for (let look = 0; look < 30; look++)
    expect(await intake.take(source, offerOf(one))).toEqual({ settled: false });
  isFull = false;
  expect(await intake.take(source, offerOf(one))).toEqual({ release: one.release, settled: true });
});

const entry = (action: HistoryAction, at: number, actor = 'ada'): HistoryEntry => ({
  at,
  actor,
  action,
  app: 'docs',
  from: null,
  to: null,
  note: '',
});

test.each<[string, boolean, HistoryEntry]>([
  ['a release that went live later', true, entry('activate', 2_001)],
  ['an admission of a release that is held', true, entry('admit', 2_001)],
  ['a rollback by a person', true, entry('rollback', 2_001)],
  ['an activation within the resolution of file times', false, entry('activate', 2_000)],
  ['a pin', false, entry('pin', 2_001)],
  ['an activation by a source', false, entry('activate', 2_001, 'source')],
])('%s is a newer decision than a build at 1,000: %s', async (_, counts, made) => {
  const found = await decisionSinceBuild({ history: async () => [made] }, 'docs', 1_000);
  expect(found).toEqual(counts ? made : undefined);
});
