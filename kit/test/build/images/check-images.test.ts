import { expect, it } from 'vitest';
import {
  addressDefect,
  checkImages,
  imagesInScript,
  imagesInStyles,
} from '../../../src/build/images/check-images.ts';
import { appOf } from '../fixtures/sample-app.ts';
import { createPictures } from '../../../src/build/images/pictures.ts';
import { pngOf, SVG } from './sample-images.ts';
import { temporaryFolder } from '../../temporary-folders.ts';

function check(files: Record<string, Buffer | string>): Promise<string[]> {
  const app = appOf({}, temporaryFolder(files));
  return checkImages(app, createPictures(app, 'development'));
}

const PAGE = `import photo from './photo.png';\nexport default () => <img src={photo} width={3} height={2} alt="" />;`;

it('accepts existing images that are small enough and have sizes', async () => {
  const files = { 'src/pages/page.tsx': PAGE, 'src/pages/photo.png': pngOf(3, 2, 600_000) };
  await expect(check(files)).resolves.toEqual([]);
});

it('returns the place of each <img> without its sizes, which a stylesheet may have', async () => {
  const page = 'export const page = (\n  <img src={a} />\n);';
  await expect(check({ 'src/page.tsx': page })).resolves.toEqual(['src/page.tsx:2']);
});

it('accepts the address of a file of public/', async () => {
  const page = '<img src="/blog/logo.png?2" width={1} height={1} />';
  const files = { 'src/page.tsx': `export const page = ${page};`, 'public/blog/logo.png': pngOf(1, 1) };
  await expect(check(files)).resolves.toEqual([]);
});

it('reports each defect of code and stylesheets with file and line', async () => {
  const files = {
    'src/a.module.css': '.a {\n  background: url(./large.png);\n}',
    'src/large.png': pngOf(1, 1, 600_000),
    'src/pages/huge.tsx': `import huge from './huge.png';\nimport drawing from './drawing.jpg';`,
    'src/pages/huge.png': pngOf(9_000, 9_000),
    'src/pages/drawing.jpg': SVG,
    'src/pages/page.tsx': `${PAGE}\nexport const other = <img src="/other.png" />;`,
  };
  await expect(check(files)).rejects.toEqual(
    expect.objectContaining({
      code: 'BUILD_IMAGES',
      message: [
        'Images of blog:',
        'src/a.module.css:2: ./large.png has 600000 bytes, 500000 are allowed',
        'src/pages/huge.tsx:1: ./huge.png has 9000 × 9000 pixels, 50000000 are allowed',
        'src/pages/huge.tsx:2: ./drawing.jpg is a svg image with another extension',
        'src/pages/page.tsx:1: ./photo.png does not exist',
        'src/pages/page.tsx:3: /other.png does not exist: import the image, or keep it in public/',
      ].join('\n'),
    }) as Error,
  );
});

it('leaves drawings that are components to their loader', () => {
  expect(imagesInScript('page.tsx', `import Logo from './logo.svg?react';`)).toEqual([]);
});

it('finds the images that a module imports, with their lines', () => {
  const source = `import a from './a.png';\nimport { b } from './b.ts';\nimport c from '../c.png?url';\nimport d from 'package/d.png';\nimport e from './e.svg';`;
  expect(imagesInScript('page.tsx', source)).toEqual([
    { line: 1, file: './a.png', made: true },
    { line: 3, file: '../c.png', made: false },
    { line: 5, file: './e.svg', made: false },
  ]);
});

it.each([
  ['with both sides', '<img src={a} width={3} height="2" />', []],
  ['without its sides', '<img src={a} alt="" />', [{ unsized: true }]],
  ['without one of them', '<img src={a} width={3} />', [{ unsized: true }]],
  ['with spread attributes', '<img src={a} {...more} />', []],
  [
    'with a literal address',
    '<img src="./a.png" width="1" height="1" />',
    [{ defect: './a.png is not in the build: import it, and give src what is imported' }],
  ],
  ['with an address of the site', '<img src="/a.png" width="1" height="1" />', [{ address: '/a.png' }]],
  ['with a data URL', '<img src="data:image/gif;base64,R0" width="1" height="1" />', []],
  ['of a component', '<Image src="./a.png" />', []],
])('reports what is to check of an <img> %s', (_, jsx, uses) => {
  const found = imagesInScript('page.tsx', `const page = (\n  <p>{show && ${jsx}}</p>\n);`);
  expect(found).toEqual(uses.map((use) => ({ line: 2, ...use })));
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
