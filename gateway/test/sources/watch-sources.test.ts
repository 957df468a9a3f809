import { expect, test } from 'vitest';
import type { Offer, WatchedSource } from '../../src/sources/release-source.ts';
import { watchSources } from '../../src/sources/watch-sources.ts';

const offer = { version: '1', manifest: '{}' } as Offer;
const never = new Promise<never>(() => {});

function watch(look: WatchedSource['look'], onOffers: () => Promise<Set<WatchedSource>>) {
  const options = { intervalMs: 60_000, jitter: 0, random: () => 0.5, onError: () => {}, onOffers };
  return watchSources([{ app: 'blog', name: 'http://blog:8080/', look }], options);
}

test('closing does not wait for a source that hangs', async () => {
  const watcher = watch(
    () => never,
    async () => new Set(),
  );
  void watcher.round();
  await Promise.resolve();
  await expect(watcher.close()).resolves.toBeUndefined();
});

test('closing waits for what is being dealt with', async () => {
  const steps: string[] = [];
  const dealt = Promise.withResolvers<Set<WatchedSource>>();
  const began = Promise.withResolvers<void>();
  const watcher = watch(
    async () => offer,
    async () => {
      began.resolve();
      return dealt.promise;
    },
  );
  void watcher.round();
  await began.promise;
  const closing = watcher.close().then(() => steps.push('closed'));
  await Promise.resolve();
  steps.push('dealt');
  dealt.resolve(new Set());
  await closing;
  expect(steps).toEqual(['dealt', 'closed']);
});
