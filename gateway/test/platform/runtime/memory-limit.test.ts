import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readMemoryLimit } from '../../../src/platform/runtime/memory-limit.ts';
import { testFolder } from '../../fixtures/test-database.ts';

const MB = 1024 * 1024;
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
