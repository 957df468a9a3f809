import { expect, test } from 'vitest';
import { createWords } from '../../../../src/releasing/activation/deploying/words.ts';

test('what is said after listening began is heard, of the apps that were asked for', () => {
  const words = createWords();
  words.speak('docs');
  const replaced = words.listen(['docs', 'news']);
  expect(replaced()).toEqual([]);
  words.speak('extra');
  words.speak('news');
  expect([replaced(), words.listen(['news'])()]).toEqual([['news'], []]);
});
