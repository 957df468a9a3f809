import { expect, test } from 'vitest';
import { customProperties } from '../../src/packaging/custom-properties.ts';

test('lists the properties that a stylesheet registers, in one form, and all that it names', () => {
  const css = '@layer x{@property --a{syntax:"*";inherits: false} .b{--c:1;color:var(--d, --e)}}';
  expect(customProperties(css)).toEqual({
    registered: { '--a': 'inherits:false;syntax:"*"' },
    named: ['--a', '--c', '--d', '--e'],
  });
  const other = customProperties('@property --a {\n  inherits:false;\n  syntax:"*";\n}');
  expect(other.registered).toEqual(customProperties(css).registered);
});
