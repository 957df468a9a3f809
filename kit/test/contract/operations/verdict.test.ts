import { expect, it } from 'vitest';
import { triedAgain } from '@voltframe/kit/contract/operations/verdict';

it.each([
  [[], 'another app'],
  [['shell'], 'shell'],
  [['blog', 'shell'], 'blog or shell'],
])('says that it is tried again when one of %j changes', (apps, who) => {
  expect(triedAgain(apps)).toBe(`it waits and is tried again when ${who} changes`);
});
