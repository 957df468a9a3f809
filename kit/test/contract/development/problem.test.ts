import { expect, it } from 'vitest';
import { problemText } from '../../../src/contract/development/problem.ts';

it('names the place before the message, then the lines and the calls', () => {
  const problem = {
    app: 'blog',
    message: 'rule is not defined',
    place: { file: 'src/list.server.ts', line: 3 },
    frame: '> 3 | rule',
    stack: ['loader (blog src/list.server.ts:3)'],
  };
  expect(problemText(problem)).toBe(
    'blog src/list.server.ts:3: rule is not defined\n\n> 3 | rule\n\n    at loader (blog src/list.server.ts:3)',
  );
  expect(problemText({ app: 'blog', message: 'no such page' })).toBe('blog: no such page');
});
