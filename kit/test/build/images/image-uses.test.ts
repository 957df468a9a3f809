import { expect, it } from 'vitest';
import { addressDefect, imagesInScript, imagesInStyles } from '../../../src/build/images/image-uses.ts';

it('finds the images that a module imports, with their lines', () => {
  const source = `import a from './a.png';\nimport { b } from './b.ts';\nimport c from '../c.png?url';\nimport d from 'package/d.png';\nimport e from './e.svg';`;
  expect(imagesInScript('page.tsx', source)).toEqual([
    { line: 1, file: './a.png', made: true },
    { line: 3, file: '../c.png', made: false },
    { line: 5, file: './e.svg', made: false },
  ]);
});

const MOVES = (what: string) => `<img> has no ${what}: what is below it moves when it has come`;

it.each([
  ['with both sides', '<img src={a} width={3} height="2" />', []],
  ['without its sides', '<img src={a} alt="" />', [MOVES('width and no height')]],
  ['without one of them', '<img src={a} width={3} />', [MOVES('height')]],
  ['with spread attributes', '<img src={a} {...more} />', []],
  [
    'with a literal address',
    '<img src="./a.png" width="1" height="1" />',
    ['./a.png is not in the build: import it, and give src what is imported'],
  ],
  ['with a data URL', '<img src="data:image/gif;base64,R0" width="1" height="1" />', []],
  ['of a component', '<Image src="./a.png" />', []],
])('reports the defects of an <img> %s', (_, jsx, defects) => {
  const found = imagesInScript('page.tsx', `const page = (\n  <p>{show && ${jsx}}</p>\n);`);
  expect(found).toEqual(defects.map((defect) => ({ line: 2, defect })));
});

it('ignores a module that does not parse, and type assertions', () => {
  expect(imagesInScript('page.tsx', '<img src=')).toEqual([]);
  expect(imagesInScript('types.ts', 'const a = <string>b;')).toEqual([]);
});

it('finds the images that a stylesheet names, and no other resources', () => {
  const css =
    '/* url(./no.png) */\n.a { background: url("./a.png") }\n.b { src: url(f.woff2); mask: url(#x) url(data:image/png;x) }\n.c { --c: url(c.avif) }';
  expect(imagesInStyles(css)).toEqual([
    { line: 2, file: './a.png' },
    { line: 4, file: 'c.avif' },
  ]);
});

it.each([
  ['a.png', undefined],
  ['../a.png', undefined],
  ['data:image/png;base64,x', undefined],
  ['https://elsewhere.example/a.png', 'is of another site'],
  ['//elsewhere.example/a.png', 'is of another site'],
  ['/a.png', 'does not exist'],
])('reports an address that leads to no image of the app: %s', (src, reason) => {
  expect(addressDefect(src)).toEqual(reason && expect.stringContaining(reason));
});

it('accepts an image of another site that csp allows, and names the missing csp line otherwise', () => {
  const page = 'const a = <img src="https://images.example/a.jpg" width="1" height="1" />;';
  const [use] = imagesInScript('page.tsx', page);
  expect(use!.defect).toContain("add csp: { 'img-src': ['https://images.example'] } to mfe.config.ts");
  expect(imagesInScript('page.tsx', page, ['https://images.example'])).toEqual([]);
});
