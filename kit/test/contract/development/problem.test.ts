import { expect, it, test } from 'vitest';
import { problemText, codeFrame } from '../../../src/contract/development/problem.ts';

it('prints the place before the message, then the code frame and the stack', () => {
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

const text = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`).join('\n');

test('prints the lines around the marked line with their numbers', () => {
  expect(codeFrame(text, 9)).toBe(
    [
      '   6 | line 6',
      '   7 | line 7',
      '   8 | line 8',
      '>  9 | line 9',
      '  10 | line 10',
      '  11 | line 11',
      '  12 | line 12',
    ].join('\n'),
  );
});

test.each([
  [1, '> 1 | line 1'],
  [12, '> 12 | line 12'],
])('stops at the bounds of the source: line %i', (line, marked) => {
  expect(codeFrame(text, line)?.split('\n')).toContain(marked);
});

test.each([0, -1, 13])('returns undefined for line %d', (line) => {
  expect(codeFrame('one\ntwo', line)).toBeUndefined();
});

test('removes control characters, and truncates a long line', () => {
  const frame = codeFrame(`a\u001b[31m${'b'.repeat(1_000)}`, 1)!;
  expect(frame).not.toContain('\u001b');
  expect(frame.length).toBeLessThan(200);
});
