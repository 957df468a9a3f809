import { expect, test } from 'vitest';
import { createMemoryRoom } from '../../../src/platform/runtime/memory-room.ts';

const MB = 1024 * 1024;

/** The memory of a container, and of what runs in it; sizes in megabytes. */
function container({ limit, machine = 4_000, gateway = 140 }: Record<string, number>) {
  return createMemoryRoom({
    limit: () => limit! * MB,
    machineBytes: machine * MB,
    read: (pid) => (pid === process.pid ? { memory: gateway * MB, cpuMs: 0 } : undefined),
  });
}

/** Render processes of 60 MB, of which some are busy, and the limits that they were given. */
function processes(count: number, busy = 0) {
  const limits: number[] = [];
  const keepWithin = (bytes: number): number => {
    limits.push(bytes / MB);
    return Math.max(busy, Math.min(count, Math.floor(bytes / (60 * MB)))) * 60 * MB;
  };
  return { limits, keepWithin };
}

test.each([
  ['2 GB: one app beside four processes', true, { limit: 2_048 }, 1, 4],
  ['1 GB: the shell, and so every app', true, { limit: 1_024 }, 4, 4],
  ['512 MB: a first start', true, { limit: 512 }, 4, 0],
  ['512 MB: the shell', true, { limit: 512 }, 4, 4],
  ['512 MB, with four busy processes: one app', false, { limit: 512 }, 1, 4, 4],
  ['512 MB, with a gateway that has grown: the shell', false, { limit: 512, gateway: 230 }, 4, 0],
  ['384 MB: one app', false, { limit: 384 }, 1, 0],
  ['no limit, on a machine of 384 MB: one app', false, { limit: Infinity, machine: 384 }, 1, 0],
  ['no limit, on a machine of 2 GB: one app', true, { limit: Infinity, machine: 2_048 }, 1, 0],
  ['a huge limit: as none', true, { limit: 2 ** 44, machine: 2_048 }, 1, 0],
])('an admission fits within %s: %s', (_, fits, sizes, starts, count, busy = 0) => {
  const { keepWithin } = processes(count, busy);
  expect(container(sizes).refusal(starts, true, keepWithin) === undefined).toBe(fits);
});

test.each([
  [512, true, 512 - 190 - 30 - 140 - 48],
  [512, false, 512 - 190 - 30 - 48],
  [1_024, true, 1_024 - 190 - 30 - 2 * 140 - 48],
])(
  'with %i MB, idle processes are ended as far as an admission needs their memory',
  (limit, hydrates, left) => {
    const { limits, keepWithin } = processes(4);
    container({ limit }).refusal(1, hydrates, keepWithin);
    expect(limits).toEqual([left]);
  },
);

test('a refusal contains its figures', () => {
  const refusal = container({ limit: 384 }).refusal(2, true, processes(2, 1).keepWithin);
  expect(refusal).toMatchObject({ code: 'QUOTA_MEMORY', status: 507 });
  expect(refusal!.message).toMatch(
    /384 MB .* 558 MB \(190 MB the gateway, 120 MB .* 200 MB the checks, 48 MB the system\)/,
  );
});

test('render processes get the memory beside the gateway, and a small limit is recognised', () => {
  const [small, large] = [512, 1_024].map((limit) => container({ limit }));
  expect([small!.besideGateway() / MB, small!.isSmall(), large!.isSmall()]).toEqual([324, true, false]);
});
