import { expect, test } from 'vitest';
import { onlineTell } from '../../src/reports/online-tell.ts';

test.each([
  ['is told of', true],
  ['is nobody’s fault without a network', false],
])('what does not come %s', (_, onLine) => {
  const tell = (): void => {};
  const window = { navigator: { onLine } } as Window;
  expect(onlineTell({ window, tell })).toBe(onLine ? tell : undefined);
  expect(onlineTell({ window, tell: undefined })).toBeUndefined();
});
