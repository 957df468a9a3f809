import { expect, onTestFinished, test } from 'vitest';
import { createSecretFinder } from '../../../src/releasing/releases/secret-finder.ts';

/** In parts, so that scanners for secrets do not report this file. */
const KEY = ['AKIA', 'Q3WZ7RB5XK2MN6TD'].join('');

function openFinder() {
  const finder = createSecretFinder();
  onTestFinished(finder.end);
  return finder;
}

test('a secret is reported for its own file, by line and column', async () => {
  const { find } = openFinder();
  const texts = ['{}', `läng\n  '${KEY}'`, 'key'];
  const found = await Promise.all(texts.map((text) => find(Buffer.from(text))));
  expect(found).toEqual([[], [{ what: 'an AWS access key', text: KEY, line: 2, column: 4 }], []]);
});

test('a part of a larger buffer is searched alone, and the buffer remains usable', async () => {
  const { find } = openFinder();
  const whole = Buffer.from(`${KEY} and more`);
  expect(await find(whole.subarray(KEY.length))).toEqual([]);
  expect(whole.toString()).toBe(`${KEY} and more`);
});

test('a search of a large file does not block the event loop', async () => {
  const { find } = openFinder();
  let turns = 0;
  const ticking = setInterval(() => turns++, 1);
  onTestFinished(() => clearInterval(ticking));
  await find(Buffer.alloc(8 * 1024 * 1024, 'secret:"'));
  expect(turns).toBeGreaterThan(3);
});
