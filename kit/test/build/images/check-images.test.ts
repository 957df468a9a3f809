import { expect, it } from 'vitest';
import { checkImages } from '../../../src/build/images/check-images.ts';
import { appOf } from '../fixtures/sample-app.ts';
import { createPictures } from '../../../src/build/images/pictures.ts';
import { pngOf, SVG } from './sample-images.ts';
import { temporaryFolder } from '../../temporary-folders.ts';

function check(files: Record<string, Buffer | string>): Promise<void> {
  const app = appOf({}, temporaryFolder(files));
  return checkImages(app, createPictures(app, 'development'));
}

const PAGE = `import photo from './photo.png';\nexport default () => <img src={photo} width={3} height={2} alt="" />;`;

it('accepts existing images that are small enough and have sizes', async () => {
  const files = { 'src/pages/page.tsx': PAGE, 'src/pages/photo.png': pngOf(3, 2, 600_000) };
  await expect(check(files)).resolves.toBeUndefined();
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
        'src/pages/page.tsx:3: /other.png does not exist: no app answers an image there',
        'src/pages/page.tsx:3: <img> has no width and no height: what is below it moves when it has come',
      ].join('\n'),
    }) as Error,
  );
});
