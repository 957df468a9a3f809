import { expect, it } from 'vitest';
import { operationPath } from '@voltframe/kit/contract/operations/operations';

it.each([
  ['status', {}, {}, '/-/status'],
  ['publish', { apps: 'blog,legal' }, { check: '1' }, '/-/releases/blog,legal?check=1'],
  ['release', { app: 'blog', digest: 'ab' }, {}, '/-/releases/blog/ab'],
  ['releases', { app: '../tokens?x' }, { limit: 5 }, '/-/releases/..%2Ftokens%3Fx?limit=5'],
  ['history', {}, { app: 'a&b', limit: undefined }, '/-/history?app=a%26b'],
] as const)('encodes the parameters of %s', (name, parameters, query, path) => {
  expect(operationPath(name, parameters, query)).toBe(path);
});
