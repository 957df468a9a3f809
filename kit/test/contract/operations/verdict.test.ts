import { expect, it } from 'vitest';
import { triedAgain } from '@voltframe/kit/contract/operations/verdict';

it.each([
  [[], 'another app'],
  [['shell'], 'shell'],
  [['blog', 'shell'], 'blog or shell'],
])('names the apps %j whose change leads to another admission', (apps, names) => {
  expect(triedAgain(apps)).toBe(`it waits and is tried again when ${names} changes`);
});
