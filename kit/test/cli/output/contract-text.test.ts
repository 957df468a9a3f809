import { expect, test } from 'vitest';
import { contractText } from '../../../src/cli/output/contract-text.ts';
import type { AppStatus } from '../../../src/contract/operations/site-status.ts';

const contract = { oldest: '1.1', newest: '1.3', kit: 'voltframe-kit-1.3.2.tgz' };
const app = (name: string, version: string, left?: number) =>
  ({ app: name, contract: { version, ...(left !== undefined && { left }) } }) as AppStatus;

test('it says what each live release was built for, what falls out first, and which kit mends it', () => {
  const apps = [app('blog', '1.1', 0), app('docs', '1.2', 1), app('legal', '1.1', 0), app('shell', '1.3', 2)];
  expect(contractText({ contract, apps })).toEqual([
    'contract 1.3: the gateway takes 1.1 to 1.3; its live releases are built for',
    '  1.3  shell',
    '  1.2  docs',
    '  1.1  blog, legal: falls out with the next version; build with voltframe-kit-1.3.2.tgz',
  ]);
});

test('it says what has fallen out already, and how long the rest has', () => {
  const apps = [app('blog', '1.0'), app('shell', '1.2', 1)];
  expect(contractText({ contract, apps }).slice(1)).toEqual([
    '  1.2  shell: falls out first, 2 versions from now; build with voltframe-kit-1.3.2.tgz',
    '  1.0  blog: outside of the window: served as long as it is live, and taken in no more; build with voltframe-kit-1.3.2.tgz',
  ]);
});

test('where all are built for the newest, nothing falls out', () => {
  expect(contractText({ contract, apps: [app('shell', '1.3', 2)] }).at(-1)).toBe('  1.3  shell');
});

test('of a gateway that says nothing of versions, or serves nothing yet, there is nothing to say', () => {
  expect(contractText({ apps: [{ app: 'blog' } as AppStatus] })).toEqual([]);
  expect(contractText({ contract, apps: [] })).toEqual([]);
});
