import { expect, test } from 'vitest';
import { upstreamErrors } from '../../../../src/platform/upstream-errors.ts';
import { createCallFailures } from '../../../../src/serving/upstreams/held/call-failures.ts';

const error = upstreamErrors.TIMEOUT({ upstream: 'cms', app: 'blog', limit: 3_000 });

test('after a failure the same is not asked for again for two seconds; it failed until it is cleared', () => {
  let now = 10_000;
  const failures = createCallFailures(() => now);
  failures.add('key', 'cms', error);
  expect([failures.recent('key'), failures.recent('other')]).toEqual([error, undefined]);
  now += 2_000;
  expect([failures.recent('key'), failures.has('key')]).toEqual([undefined, true]);
  failures.clear('key');
  expect(failures.has('key')).toBe(false);
});

test('the last error of an upstream is kept, for whoever runs the site', () => {
  const failures = createCallFailures(() => 7);
  failures.add('key', 'cms', error);
  failures.clear('key');
  expect(failures.lastOf('cms')).toEqual({ code: 'UPSTREAM_TIMEOUT', reason: error.why, at: 7 });
  expect(failures.lastOf('shop')).toBeUndefined();
});

test('addresses without end take up no more than so much', () => {
  const failures = createCallFailures(() => 0);
  for (let index = 0; index <= 5_000; index++) failures.add(String(index), 'cms', error);
  expect([failures.has('0'), failures.has('5000')]).toEqual([false, true]);
});
