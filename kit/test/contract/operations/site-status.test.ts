import { expect, it, test } from 'vitest';
import { ageText, liveContracts, type AppStatus } from '../../../src/contract/operations/site-status.ts';

const MINUTE = 60_000;

it.each([
  [-5, 'just now'],
  [59_999, 'just now'],
  [3.9 * MINUTE, '3 min ago'],
  [119 * MINUTE, '119 min ago'],
  [120 * MINUTE, '2 h ago'],
  [47.9 * 60 * MINUTE, '47 h ago'],
  [48 * 60 * MINUTE, '2 days ago'],
])('%i ms are %s', (ms, text) => expect(ageText(ms)).toBe(text));

const contract = { oldest: '1.1', newest: '1.3', kit: 'voltframe-kit-1.3.2.tgz' };
const app = (name: string, version: string, left?: number) =>
  ({ app: name, contract: { version, ...(left !== undefined && { left }) } }) as AppStatus;

test('live releases are grouped by version, newest first, with what becomes of the oldest', () => {
  const apps = [app('blog', '1.1', 0), app('docs', '1.2', 1), app('legal', '1.1', 0), app('shell', '1.3', 2)];
  expect(liveContracts({ contract, apps })).toEqual([
    { version: '1.3', apps: ['shell'] },
    { version: '1.2', apps: ['docs'] },
    {
      version: '1.1',
      apps: ['blog', 'legal'],
      fate: { text: 'falls out with the next version', taken: true },
    },
  ]);
});

test('what has fallen out is told from what is still taken', () => {
  const apps = [app('blog', '1.0'), app('shell', '1.3', 2)];
  expect(liveContracts({ contract, apps })[1]?.fate).toEqual({
    text: 'outside of the window: served as long as it is live, and taken in no more',
    taken: false,
  });
});

test('a gateway that tells no window has nothing to group', () => {
  expect(liveContracts({ apps: [app('blog', '1.0')] })).toEqual([]);
});
