// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { fakeClock } from '@voltframe/kit/testing/fake-clock';
import type { BootState } from '../../src/boot-state.ts';
import { planManifest } from '../../src/bootstrap/plan-manifest.ts';

function plan(effectiveType: string) {
  const clock = fakeClock();
  const fetched: string[] = [];
  const page = Object.create(window, {
    setTimeout: { value: clock.setTimeout },
    navigator: { value: { connection: { effectiveType } } },
    document: { value: { readyState: 'complete' } },
    fetch: {
      value: async (url: string) => {
        fetched.push(url);
        return Response.json({});
      },
    },
  }) as Window;
  planManifest(page, { data: { composition: 'c1' } } as BootState);
  return { clock, fetched };
}

it('fetches the manifest 1000 ms after load', async () => {
  const { clock, fetched } = plan('4g');
  await clock.advance(999);
  expect(fetched).toEqual([]);
  await clock.advance(1);
  expect(fetched).toEqual(['/builds/meta/c1.json']);
});

it('prefetches no manifest on slow-2g', async () => {
  const { clock, fetched } = plan('slow-2g');
  await clock.advance(10_000);
  expect(fetched).toEqual([]);
});
