import { expect, test, onTestFinished } from 'vitest';
import { findSecrets } from '@voltframe/kit/packaging/find-secrets';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import { createSecretCheck, createSecretFinder } from '../../../src/releasing/releases/check-secrets.ts';
import { remoteRelease } from '../../fixtures/fixture-release.ts';

/** In parts, so that scanners for secrets do not report this file. */
const joined = (...parts: string[]): string => parts.join('');
const KEY = joined('ghp_', 'q7Zp2Xk9Wm4Rt8Yb3Nc6Vd1Hs5Lf0Jg2Qa7U');
const never = new AbortController().signal;
const finder = { find: async (body: Uint8Array) => findSecrets(String(body)) };

/** @returns the findings on a release with this server bundle. */
async function look(server: string, more: { map?: object; allowed?: string } = {}): Promise<string[]> {
  const { release, files } = remoteRelease({
    server,
    ...(more.map && { serverMap: JSON.stringify(more.map) }),
    change(draft) {
      if (more.allowed)
        draft.notSecret = [{ sha256: sha256(more.allowed), reason: 'It is public, for a map.' }];
    },
  });
  const blobs = new Map([...files].map(([file, body]) => [release.files[file]!.sha256, body]));
  const found = await createSecretCheck(async (name) => blobs.get(name), finder).check(release, never);
  return found.map(({ app, code, reason }) => `${code} ${app}: ${reason}`);
}

test('a secret in a bundle is reported by its line, without its full text', async () => {
  expect(await look(`\nconst key = '${KEY}';`)).toEqual([
    'ADMISSION_SECRET docs: Secret in server/server.cjs, line 2: a GitHub token, ghp_q7…',
  ]);
});

test('a secret is reported by the line of its source when the release has a source map', async () => {
  const map = { version: 3, sources: ['src/home.server.ts'], names: [], mappings: 'AAWA' };
  expect(await look(`const key = '${KEY}';`, { map })).toEqual([
    'ADMISSION_SECRET docs: Secret in src/home.server.ts:12: a GitHub token, ghp_q7…',
  ]);
});

test('a repeated secret is reported once, and an allowed one is not reported', async () => {
  expect(await look(`['${KEY}', '${KEY}']`)).toHaveLength(1);
  expect(await look(`['${KEY}']`, { allowed: KEY })).toEqual([]);
});

/** A release of `count` files; `counts` has the reads of the store and the searches. */
function manyFiles(count: number, body: (index: number) => string, find = finder.find) {
  const data = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${index}.json`, body(index)]),
  );
  const { release, files } = remoteRelease({ data });
  const blobs = new Map([...files].map(([file, bytes]) => [release.files[file]!.sha256, bytes]));
  const counts = { read: 0, searched: 0 };
  const secrets = createSecretCheck(
    async (name) => {
      counts.read++;
      return blobs.get(name);
    },
    {
      find(bytes) {
        counts.searched++;
        return find(bytes);
      },
    },
  );
  return {
    counts,
    check: () => secrets.check(release, never),
    /** Passes the files to the check, as the intake does. */
    show: () => files.forEach((bytes, file) => secrets.look(file, release.files[file]!.sha256, bytes)),
  };
}

test('files that passed are not read a second time', async () => {
  const { counts, check } = manyFiles(6_000, (index) => `{"post":${index}}`);
  await check();
  const { read } = counts;
  expect(read).toBeGreaterThan(6_000);
  await check();
  expect(counts.read).toBe(read);
});

test('at most 20 secrets of a release are reported', async () => {
  const keyOf = (index: number) =>
    `"${joined('AKIA', String(index).padStart(16, 'Q').replaceAll(/[01]/g, 'Z'))}"`;
  expect(await manyFiles(500, keyOf).check()).toHaveLength(20);
});

test('an incoming file is searched once, and the check waits for the search', async () => {
  const searching = Promise.withResolvers<void>();
  const { counts, check, show } = manyFiles(
    100,
    (index) => `{"post":${index}}`,
    async (bytes) => {
      await searching.promise;
      return finder.find(bytes);
    },
  );
  show();
  const { searched } = counts;
  show();
  const checked = check();
  await new Promise(setImmediate);
  searching.resolve();
  expect(await checked).toEqual([]);
  expect(counts).toEqual({ read: 0, searched });
});

test('a searched file makes room for the next one', async () => {
  const { counts, check, show } = manyFiles(20, (index) => 'x'.repeat(1024 * 1024 - 1) + index);
  show();
  await new Promise(setImmediate);
  show();
  expect(await check()).toEqual([]);
  expect(counts.read).toBe(0);
});

test('at most 16 MB of incoming files wait for the search; the check reads the others', async () => {
  const megabytes = 20;
  const { counts, check, show } = manyFiles(megabytes, (index) => 'x'.repeat(1024 * 1024 - 1) + index);
  show();
  expect(await check()).toEqual([]);
  expect(counts.read).toBe(megabytes - 16 + 1); // the other files of the release use some of the 16 MB
});

test('a file whose search failed as it arrived is searched by the check', async () => {
  let fails = true;
  const { counts, check, show } = manyFiles(
    1,
    () => `{"key":"${KEY}"}`,
    async (bytes) => {
      if (fails) throw new Error('the search ended');
      return finder.find(bytes);
    },
  );
  show();
  await new Promise(setImmediate);
  await expect(check()).rejects.toThrow('the search ended');
  fails = false;
  counts.read = 0;
  expect(await check()).toHaveLength(1);
  expect(counts.read).toBeGreaterThan(0);
});

test('the check reports a secret that was found as its file arrived', async () => {
  const other = joined('AKIA', 'Q3WZ7RB5XK2MN6TD');
  const bodies = [`{"key":"${KEY}"}`, '{}', `${'x'.repeat(100_000)} ${other}`];
  const { check, show } = manyFiles(3, (index) => bodies[index]!);
  show();
  expect((await check()).map(({ reason }) => reason)).toEqual([
    'Secret in data/0.json, line 1: a GitHub token, ghp_q7…',
    'Secret in data/2.json, line 1: an AWS access key, AKIAQ3…',
  ]);
});

/** In parts, so that scanners for secrets do not report this file. */
const AWS_KEY = ['AKIA', 'Q3WZ7RB5XK2MN6TD'].join('');

function openFinder() {
  const opened = createSecretFinder();
  onTestFinished(opened.end);
  return opened;
}

test('a secret is reported for its own file, by line and column', async () => {
  const { find } = openFinder();
  const texts = ['{}', `läng\n  '${AWS_KEY}'`, 'key'];
  const found = await Promise.all(texts.map((text) => find(Buffer.from(text))));
  expect(found).toEqual([[], [{ what: 'an AWS access key', text: AWS_KEY, line: 2, column: 4 }], []]);
});

test('a part of a larger buffer is searched alone, and the buffer remains usable', async () => {
  const { find } = openFinder();
  const whole = Buffer.from(`${AWS_KEY} and more`);
  expect(await find(whole.subarray(AWS_KEY.length))).toEqual([]);
  expect(whole.toString()).toBe(`${AWS_KEY} and more`);
});

test('a search of a large file does not block the event loop', async () => {
  const { find } = openFinder();
  let turns = 0;
  const ticking = setInterval(() => turns++, 1);
  onTestFinished(() => clearInterval(ticking));
  await find(Buffer.alloc(8 * 1024 * 1024, 'secret:"'));
  expect(turns).toBeGreaterThan(3);
});
