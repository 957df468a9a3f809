import { expect, test } from 'vitest';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import { createSecretCheck } from '../../src/releases/check-secrets.ts';
import { remoteRelease } from '../fixtures/fixture-release.ts';

/** In parts, so that nobody who looks for secrets finds this file. */
const joined = (...parts: string[]): string => parts.join('');
const KEY = joined('ghp_', 'q7Zp2Xk9Wm4Rt8Yb3Nc6Vd1Hs5Lf0Jg2Qa7U');
const never = new AbortController().signal;

/** @returns what is found in a release whose server bundle is this. */
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
  const found = await createSecretCheck(async (name) => blobs.get(name)).check(release, never);
  return found.map(({ app, code, reason }) => `${code} ${app}: ${reason}`);
}

test('a secret in a bundle is named with its line, and not shown', async () => {
  expect(await look(`\nconst key = '${KEY}';`)).toEqual([
    'ADMISSION_SECRET docs: server/server.cjs, line 2, holds a GitHub token: ghp_q7…',
  ]);
});

test('where the release has a map, the line is that of the source', async () => {
  const map = { version: 3, sources: ['src/home.server.ts'], names: [], mappings: 'AAWA' };
  expect(await look(`const key = '${KEY}';`, { map })).toEqual([
    'ADMISSION_SECRET docs: src/home.server.ts:12 holds a GitHub token: ghp_q7…',
  ]);
});

test('the same one is told of once, and what is allowed is not', async () => {
  expect(await look(`['${KEY}', '${KEY}']`)).toHaveLength(1);
  expect(await look(`['${KEY}']`, { allowed: KEY })).toEqual([]);
});

test('a release without one passes', async () => {
  expect(await look(`module.exports = { pages: {} };`)).toEqual([]);
});

/** A release of so many small files; `read` counts which are read, and `pauses` how often others had their turn. */
function manyFiles(count: number, body: (index: number) => string) {
  const data = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${index}.json`, body(index)]),
  );
  const { release, files } = remoteRelease({ data });
  const blobs = new Map([...files].map(([file, bytes]) => [release.files[file]!.sha256, bytes]));
  const counts = { read: 0, pauses: 0 };
  const secrets = createSecretCheck(
    async (name) => {
      counts.read++;
      return blobs.get(name);
    },
    async () => counts.pauses++,
  );
  return {
    counts,
    look: () => secrets.check(release, never),
    /** As they come in. */
    show: () => files.forEach((bytes, file) => secrets.look(file, release.files[file]!.sha256, bytes)),
  };
}

test('many small files cost no more pauses than one large one', async () => {
  const small = manyFiles(200, (index) => `{"post":${index}}`);
  await small.look();
  expect(small.counts.pauses).toBe(0);
  const large = manyFiles(1, () => 'x'.repeat(200_000));
  await large.look();
  expect(large.counts.pauses).toBeGreaterThan(10);
});

test('what passed is not read again, however many files a release has', async () => {
  const { counts, look: again } = manyFiles(6_000, (index) => `{"post":${index}}`);
  await again();
  const { read } = counts;
  expect(read).toBeGreaterThan(6_000);
  await again();
  expect(counts.read).toBe(read);
});

test('of a release that is full of them, so many are told as a team reads', async () => {
  const keyOf = (index: number) =>
    `"${joined('AKIA', String(index).padStart(16, 'Q').replaceAll(/[01]/g, 'Z'))}"`;
  expect(await manyFiles(500, keyOf).look()).toHaveLength(20);
});

test('what was looked at as it came in is not read again', async () => {
  const { counts, look: check, show } = manyFiles(6_000, (index) => `{"post":${index}}`);
  show();
  expect(await check()).toEqual([]);
  expect(counts.read).toBe(0);
});

test('what is longer than 64 KB is left to the check, which lets others have their turn', async () => {
  const { counts, look: check, show } = manyFiles(2, (index) => 'x'.repeat(64 * 1024 + index));
  show();
  expect(await check()).toEqual([]);
  expect(counts.read).toBe(1);
});

test('a secret that was seen as it came in is told of all the same, and so is one in a file too large for that', async () => {
  const other = joined('AKIA', 'Q3WZ7RB5XK2MN6TD');
  const bodies = [`{"key":"${KEY}"}`, '{}', `${'x'.repeat(100_000)} ${other}`];
  const { look: check, show } = manyFiles(3, (index) => bodies[index]!);
  show();
  expect((await check()).map(({ reason }) => reason)).toEqual([
    'data/0.json, line 1, holds a GitHub token: ghp_q7…',
    'data/2.json, line 1, holds an AWS access key: AKIAQ3…',
  ]);
});
