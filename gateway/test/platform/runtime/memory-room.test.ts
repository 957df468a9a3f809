import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createMemoryRoom, readMemoryLimit } from '../../../src/platform/runtime/memory-room.ts';
import { testFolder } from '../../fixtures/test-database.ts';

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

/** The value of version 1 without a limit: the largest whole number of pages. */
const UNSET = '9223372036854771712';
const POD = 'kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod8f.slice';

/** Lines of `/proc/self/cgroup` as systems write them, the files below `/sys/fs/cgroup`, and the limit in megabytes. */
const SYSTEMS: [name: string, groups: string, files: Record<string, string>, limit: number][] = [
  [
    'version 2, a container with a namespace of its own',
    '0::/',
    { 'memory.max': '536870912', 'memory.high': 'max' },
    512,
  ],
  ['version 2, a container without a limit', '0::/', { 'memory.max': 'max', 'memory.high': 'max' }, Infinity],
  [
    'version 2, a pod whose limit is that of the pod',
    `0::/${POD}/cri-containerd-4c.scope`,
    {
      [`${POD}/cri-containerd-4c.scope/memory.max`]: 'max',
      [`${POD}/memory.max`]: '402653184',
      'kubepods.slice/memory.max': '8241713152',
    },
    384,
  ],
  [
    'version 2, a service of systemd with MemoryHigh in a slice with MemoryMax',
    '0::/system.slice/voltframe.service',
    {
      'system.slice/voltframe.service/memory.max': 'max',
      'system.slice/voltframe.service/memory.high': '629145600',
      'system.slice/memory.max': '1073741824',
      'system.slice/memory.high': 'max',
    },
    600,
  ],
  ['version 2, a group outside of what is mounted', '0::/../../other', { 'memory.max': '402653184' }, 384],
  [
    'version 1, a container that sees the groups of the machine and has its own mounted',
    '12:cpu,cpuacct:/docker/1f0c\n4:memory:/docker/1f0c\n1:name=systemd:/docker/1f0c\n0::/system.slice/containerd.service',
    { 'memory/memory.limit_in_bytes': '402653184' },
    384,
  ],
  [
    'version 1, a group without a limit below one that has it',
    '5:pids:/\n4:memory:/vf/child\n0::/',
    {
      'memory/vf/child/memory.limit_in_bytes': UNSET,
      'memory/vf/memory.limit_in_bytes': '419430400',
      'memory/memory.limit_in_bytes': UNSET,
    },
    400,
  ],
  ['version 1, without a limit', '4:memory:/', { 'memory/memory.limit_in_bytes': UNSET }, Number(UNSET) / MB],
  ['a system without memory groups', '1:name=systemd:/', {}, Infinity],
];

test.each(SYSTEMS)('the memory limit is read on %s', (_, groups, files, limit) => {
  const root = testFolder();
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), `${text}\n`);
  };
  write('proc/self/cgroup', groups);
  for (const [file, text] of Object.entries(files)) write(path.join('sys/fs/cgroup', file), text);
  expect(readMemoryLimit(root) / MB).toBe(limit);
});

test('a system without cgroup files has no limit', () => {
  expect(readMemoryLimit(testFolder())).toBe(Infinity);
});
