import type { AppStatus } from '@voltframe/kit/contract/operations/site-status';
import { expect, test } from 'vitest';
import { contractTable } from '../../../../../src/releasing/operations/page/overview/contract-view.ts';

const contract = { oldest: '1.1', newest: '1.3', kit: 'voltframe-kit-1.3.2.tgz' };
const app = (name: string, version: string, left?: number) =>
  ({ app: name, contract: { version, ...(left !== undefined && { left }) } }) as AppStatus;
const textOf = (apps: AppStatus[]) => {
  const table = contractTable({ contract, apps });
  return table === false ? '' : table.text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
};

test('it says what the gateway takes, which live releases fall out next, and which kit mends it', () => {
  const text = textOf([app('blog', '1.1', 0), app('legal', '1.1', 0), app('shell', '1.3', 2)]);
  expect(text).toContain('Contract: 1.1 to 1.3 is taken');
  expect(text).toContain('1.3 shell – ');
  expect(text).toContain(
    '1.1 blog , legal falls out with the next version build with voltframe-kit-1.3.2.tgz',
  );
});

test('what is not taken in any more is said so', () => {
  const table = contractTable({ contract, apps: [app('blog', '1.0'), app('shell', '1.3', 2)] });
  expect(table && table.text).toMatch(/class="badge bad">outside of the window/);
});

test('where nothing is live there is no table', () => {
  expect(contractTable({ contract, apps: [] })).toBe(false);
});
