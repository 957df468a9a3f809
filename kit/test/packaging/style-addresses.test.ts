import { expect, it } from 'vitest';
import { styleAddresses } from '../../src/packaging/style-addresses.ts';

it.each([
  ['url(a.png) url( "b.png" ) no-repeat, URL(\'c.png\')', ['a.png', 'b.png', 'c.png']],
  ['background: url(//b.example/a.png); mask: url("#m")', ['//b.example/a.png', '#m']],
  ['image-set("a.png" 1x, \'b.png\' 2x)', ['a.png', 'b.png']],
  ['-webkit-image-set(url(a.png) 1x, "b.png" 2x), url(c.png)', ['a.png', 'b.png', 'c.png']],
  ['image-set("a.avif" type("image/avif"), "b.png" type("image/png"))', ['a.avif', 'b.png']],
  ['cross-fade(image-set("a.png" 1x), "b.png")', ['a.png']],
  ['"https://a.example" "url(b.png)" attr(data-x)', []],
  ['my-url-set("a.png") curl(b.png)', []],
  ['url(', []],
])('the files of %s are %j', (value, expected) => {
  expect(styleAddresses(value)).toEqual(expected);
});
