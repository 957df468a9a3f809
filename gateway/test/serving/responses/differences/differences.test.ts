import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { Release } from '@voltframe/kit/contract/release/release';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import { expect, test } from 'vitest';
import { createDifferences } from '../../../../src/serving/responses/differences/differences.ts';

const script = (version: number): Buffer =>
  Buffer.from(
    Array.from({ length: 500 }, (_, index) => sha256(Buffer.from(`${index}`))).join(';') + `;v(${version})`,
  );

/** Releases of one script each; `name`, when it is not the version, makes the digest another one. */
const release = (app: string, version: number): Release => {
  const bytes = script(version);
  const file = { sha256: sha256(bytes), bytes: bytes.length };
  return {
    app,
    digest: `${app}${version}`,
    files: { [`client/page.000000000${version}.js`]: file } as unknown,
  } as Release;
};

type Read = 'release' | 'file';

/** @param versions of each app that were live, the newest first. */
function playedSite(versions: Record<string, number>[]) {
  const reads: string[] = [];
  const opened: string[] = [];
  const compositions = versions.map((apps, index) => ({
    composition: {
      id: `${index}`,
      apps: Object.fromEntries(Object.entries(apps).map(([app, version]) => [app, `${app}${version}`])),
    } as unknown as Composition,
    activatedAt: 1,
    leasedUntil: null,
  }));
  const bytes = new Map([0, 1, 2, 3, 4, 5, 6].map((version) => [sha256(script(version)), script(version)]));
  const lost = new Set<string>();
  let waitIfHeld = async (_: Read): Promise<void> => {};
  /** The next such read is answered when it is let go. */
  const hold = (held: Read) => {
    const [reached, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    waitIfHeld = async (read) => {
      if (read !== held) return;
      waitIfHeld = async () => {};
      reached.resolve();
      await answer.promise;
    };
    return { reached: reached.promise, letGo: answer.resolve };
  };
  const differences = createDifferences({
    now: () => 0,
    blobs: {
      async get(name) {
        reads.push(name);
        await waitIfHeld('file');
        return lost.has(name) ? undefined : bytes.get(name);
      },
    },
    state: {
      servableIds: async () => compositions.map(({ composition }) => composition.id),
      async composition(id) {
        opened.push(id);
        return compositions.find(({ composition }) => composition.id === id);
      },
      async release(app, digest) {
        await waitIfHeld('release');
        return { release: release(app, Number(digest.slice(app.length))) } as never;
      },
    },
  });
  const between = (from: number, to: number, app = 'docs') =>
    differences.find(app, sha256(script(to)), sha256(script(from)))?.bytes.length;
  return { differences, between, reads, opened, compositions, lost, hold };
}

test('a deploy can be sent as differences from the three releases before it', async () => {
  const { differences, between } = playedSite([
    { docs: 5 },
    { docs: 4 },
    { docs: 4 },
    { docs: 3 },
    { docs: 2 },
    { docs: 1 },
  ]);
  await differences.prepare({ docs: release('docs', 5) });
  expect([4, 3, 2].map((from) => between(from, 5)! < 100)).toEqual([true, true, true]);
  expect([between(1, 5), between(5, 4), between(4, 5, 'blog')]).toEqual([undefined, undefined, undefined]);
});

test('what an app did not change is made once; what led to a release that is left is forgotten', async () => {
  const { differences, between, reads, compositions } = playedSite([{ docs: 2 }, { docs: 1 }]);
  await differences.prepare({ docs: release('docs', 2) });
  const before = reads.length;
  await differences.prepare({ docs: release('docs', 2) });
  expect(reads.length).toBe(before);
  compositions.unshift({ ...compositions[0]!, composition: { id: 'new', apps: { docs: 'docs3' } } as never });
  await differences.prepare({ docs: release('docs', 3) });
  expect([between(1, 2), between(2, 3)! < 100]).toEqual([undefined, true]);
  await differences.prepare({});
  expect(between(2, 3)).toBeUndefined();
});

test('each composition is read once, and forgotten with its lease', async () => {
  const { differences, opened, compositions } = playedSite([{ docs: 2 }, { docs: 1 }]);
  await differences.prepare({ docs: release('docs', 2) });
  const composition = { id: 'new', apps: { docs: 'docs3' } } as never;
  compositions.splice(1, 1, { ...compositions[0]!, composition });
  await differences.prepare({ docs: release('docs', 3) });
  expect(opened).toEqual(['0', '1', 'new']);
});

test('what led from a release whose lease is over is forgotten with it', async () => {
  const { differences, between, opened, compositions } = playedSite([{ docs: 3 }, { docs: 2 }, { docs: 1 }]);
  const live = { docs: release('docs', 3) };
  await differences.prepare(live);
  expect([between(1, 3)! < 100, between(2, 3)! < 100]).toEqual([true, true]);
  const [gone] = compositions.splice(2, 1);
  await differences.prepare(live);
  expect([between(1, 3), between(2, 3)! < 100]).toEqual([undefined, true]);
  // Nothing of it is held, either: it is read again when somebody goes back to it.
  compositions.push(gone!);
  await differences.prepare(live);
  expect(opened).toEqual(['0', '1', '2', '2']);
});

test('a file that cannot be read costs its own difference only', async () => {
  const { differences, between, lost } = playedSite([{ docs: 3 }, { docs: 2 }, { docs: 1 }]);
  lost.add(sha256(script(2)));
  await differences.prepare({ docs: release('docs', 3) });
  expect([between(2, 3), between(1, 3)! < 100]).toEqual([undefined, true]);
});

test.each<Read>(['release', 'file'])(
  'of two deploys at once the later one decides, also where the earlier one waits for a %s',
  async (read) => {
    const { differences, between, hold } = playedSite([{ docs: 3 }, { docs: 2 }, { docs: 1 }]);
    const { reached, letGo } = hold(read);
    const earlier = differences.prepare({ docs: release('docs', 2) });
    await reached;
    await differences.prepare({ docs: release('docs', 3) });
    letGo();
    await earlier;
    expect([between(1, 2), between(2, 3)! < 100]).toEqual([undefined, true]);
  },
);
