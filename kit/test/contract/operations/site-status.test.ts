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
])('prints %i ms as %s', (ms, text) => expect(ageText(ms)).toBe(text));

const contract = { oldest: 2, newest: 3, kit: 'voltframe-kit-1.3.2.tgz' };
const app = (name: string, version: number, left?: number) =>
  ({ app: name, contract: { version, ...(left !== undefined && { left }) } }) as AppStatus;

test('marks contracts outside the window as not accepted', () => {
  const apps = [app('blog', 1), app('shell', 3, 1)];
  expect(liveContracts({ contract, apps })[1]?.fate).toEqual({
    text: 'outside of the window: served as long as it is live, and taken in no more',
    taken: false,
  });
});
