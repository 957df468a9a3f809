import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { checkImages } from '../../../src/build/images/check-images.ts';
import { appOf } from '../fixtures/sample-app.ts';
import { pngOf } from './sample-images.ts';

let root = '';
afterEach(() => rmSync(root, { recursive: true, force: true }));

function check(files: Record<string, Buffer | string>): void {
  root = mkdtempSync(path.join(tmpdir(), 'voltframe-images-'));
  for (const [name, body] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), body);
  }
  checkImages(appOf({}, root));
}

const PAGE = `import photo from './photo.png';\nexport default () => <img src={photo} width={3} height={2} alt="" />;`;

it('takes images that are there, small enough, and have their place', () => {
  expect(() => check({ 'src/pages/page.tsx': PAGE, 'src/pages/photo.png': pngOf(3, 2) })).not.toThrow();
});

it('names file and line of each defect, of code and of stylesheets', () => {
  const files = {
    'src/a.module.css': '.a {\n  background: url(./large.png);\n}',
    'src/large.png': pngOf(1, 1, 600_000),
    'src/pages/page.tsx': `${PAGE}\nexport const other = <img src="/other.png" />;`,
  };
  expect(() => check(files)).toThrow(
    expect.objectContaining({
      code: 'BUILD_IMAGES',
      message: [
        'Images of blog:',
        'src/a.module.css:2: ./large.png has 600000 bytes, 500000 are allowed',
        'src/pages/page.tsx:1: ./photo.png does not exist',
        'src/pages/page.tsx:3: /other.png does not exist: no app answers an image there',
        'src/pages/page.tsx:3: <img> has no width and no height: what is below it moves when it has come',
      ].join('\n'),
    }) as Error,
  );
});
