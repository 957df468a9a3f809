import { expect, test } from 'vitest';
import { onlineTell } from '../../src/reports/online-tell.ts';

test.each([
  ['with a network', true],
  ['without a network', false],
])('reports a failed load only online: %s', (_, onLine) => {
  const tell = (): void => {};
  const window = { navigator: { onLine } } as Window;
  expect(onlineTell({ window, tell })).toBe(onLine ? tell : undefined);
  expect(onlineTell({ window, tell: undefined })).toBeUndefined();
});
