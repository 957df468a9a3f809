import { expect, test } from 'vitest';
import { traced, tracedTask, type Tracer } from '../../../../src/observing/telemetry/traces/tracer.ts';

test('where nothing is recorded, the work just runs, and may say what it likes', () => {
  expect(
    traced(undefined, 'cache', {}, (part) => {
      part.describe({ hit: true });
      return 'done';
    }),
  ).toBe('done');
});

test('a task and its steps just run, too', () => {
  expect(tracedTask(undefined, 'admission', {}, (step) => step('pages', () => 'done'))).toBe('done');
});

test('where something is, it runs as a part', () => {
  const parts: unknown[] = [];
  const part = (...[name, facts, work]: Parameters<Tracer['part']>) => {
    parts.push([name, facts]);
    return work({ describe: () => {} });
  };
  expect(traced({ part } as unknown as Tracer, 'cache', { app: 'blog' }, () => 'done')).toBe('done');
  expect(parts).toEqual([['cache', { app: 'blog' }]]);
});
