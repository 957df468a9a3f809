import { expect, test } from 'vitest';
import { scopePrelude } from '../../../src/contract/page/style-scope.ts';

test('the scope of an app names its page, its islands and what they append to body', () => {
  expect(scopePrelude('blog')).toBe(
    '([data-app="blog"],[data-interactive="blog"],body:has(>#app>#main[data-app="blog"])>:not(#app,#announcer,[class^="shell_"],[data-interactive])) to ([data-island])',
  );
});
