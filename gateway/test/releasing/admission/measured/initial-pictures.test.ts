import { expect, test } from 'vitest';
import { initialPictures } from '../../../../src/releasing/admission/measured/initial-pictures.ts';

test.each([
  ['a plain one', '<img alt="" src="/assets/docs/a.png">', ['/assets/docs/a.png']],
  ['its widest version', '<img src="/a.png" srcset="/a1.png 640w, /a2.png 1280w">', ['/a2.png']],
  [
    'the format that is listed first',
    '<picture><source type="image/avif" srcset="/s.avif 320w, /l.avif 640w"/><source srcset="/l.webp 640w"/><img src="/l.jpg"/></picture><img src="/b.png"/>',
    ['/l.avif', '/b.png'],
  ],
  [
    'not one that comes when it is near',
    '<picture><source srcset="/l.avif 1x"><img loading="lazy" src="/l.jpg"></picture>',
    [],
  ],
  ['not what is in the document itself', '<img src="data:image/png;base64,AA==">', []],
  ['each once', '<img src="/a.png"><img src="/a.png">', ['/a.png']],
  ['nothing where there is none', '<image><imgs src="/a.png"><img>', []],
])('of a document, %s', (_, html, pictures) => {
  expect(initialPictures(html)).toEqual(pictures);
});

test('a document of nothing but pictures costs no more than others', () => {
  const html = Array.from({ length: 10_000 }, (_, index) => `<img src="/${index}.png">`).join('');
  expect(initialPictures(html)).toHaveLength(200);
  expect(initialPictures('<img '.repeat(100_000))).toEqual([]);
});
