import { createRequire } from 'node:module';
import { expect, it } from 'vitest';

const inlineIcons = createRequire(import.meta.url)('../../../src/build/loaders/inline-icons.cjs') as (
  source: string,
) => string;

it('registers the icons that a module names, on its first line', () => {
  const result = inlineIcons(`const a = 'lucide:globe';\nthrow 'simple-icons:github lucide:globe';`);
  expect(result).toMatch(
    /^import \{ registerIcons as \w+ \} .*"lucide:globe":\{"body":.*"simple-icons:github".*const a = 'lucide:globe';\n/,
  );
  expect(result.split('\n')).toHaveLength(2);
});

it.each([
  ['an unknown icon', `const a = 'lucide:no-such-icon';`],
  ['an icon of another collection', `const a = 'mdi:home';`],
  ['an icon in a comment', `/** As in 'lucide:globe'. */\nconst a = 1;`],
  ['an icon in a line comment', `  // lucide:globe\nconst a = 1;`],
])('leaves a module with %s unchanged', (_, source) => {
  expect(inlineIcons(source)).toBe(source);
});
