import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { fontFiles, makeFonts, cutFont } from '../../../src/build/fonts/make-fonts.ts';
import { FONT_LIMITS } from '../../../src/contract/release/release-schema.ts';
import { appOf } from '../fixtures/sample-app.ts';
import { temporaryFolder } from '../../temporary-folders.ts';

const WHOLE = path.join(import.meta.dirname, '../../../src/build/cards/fonts/archivo-wide.ttf');
const whole = readFileSync(WHOLE);
const serif = { family: 'blog_serif', file: './fonts/serif.ttf' };
const numbers = { ...serif, text: '0123456789' };
let root: string;
beforeEach(() => {
  root = temporaryFolder();
  mkdirSync(path.join(root, 'fonts'));
  copyFileSync(WHOLE, path.join(root, serif.file));
});

it('subsets a font to the characters of its text, in WOFF2, with the same bytes each time', async () => {
  const digits = await cutFont(numbers, whole);
  expect(digits.subarray(0, 4).toString()).toBe('wOF2');
  expect(digits.length).toBeLessThan(whole.length / 10);
  expect(await cutFont(numbers, whole)).toEqual(digits);
});

it('writes the fonts beside their stylesheet, and does not rewrite an unchanged font', async () => {
  const app = appOf({ fonts: [numbers] }, root);
  const styles = (await makeFonts(app))!;
  expect(readFileSync(styles, 'utf8')).toContain("url('./blog_serif-400-normal.woff2')");
  const font = path.join(path.dirname(styles), 'blog_serif-400-normal.woff2');
  const { ino, mtimeNs } = statSync(font, { bigint: true });
  await makeFonts(app);
  expect(statSync(font, { bigint: true })).toMatchObject({ ino, mtimeNs });
});

it('writes no file for an app without fonts', async () => {
  const app = appOf({}, root);
  expect(await makeFonts(app)).toBeUndefined();
  expect(existsSync(app.paths.generated)).toBe(false);
});

it('lists the existing font files, for the watcher', () => {
  const none = { ...serif, file: './fonts/none.ttf' };
  expect(fontFiles(appOf({ fonts: [serif, none] }, root))).toEqual(['./fonts/serif.ttf']);
});

it.each([
  ['does not exist', undefined, 'it does not exist'],
  ['has only the signature of WOFF2', Buffer.from(`wOF2${'x'.repeat(400)}`), 'it is no font'],
  ['is too large', Buffer.alloc(FONT_LIMITS.source + 1), 'it has 5000001 bytes, 5000000 are allowed'],
])('rejects a font file that %s, by its name', async (_, body, reason) => {
  rmSync(path.join(root, serif.file));
  if (body) writeFileSync(path.join(root, serif.file), body);
  await expect(makeFonts(appOf({ fonts: [serif] }, root))).rejects.toMatchObject({
    code: 'BUILD_FONT',
    message: expect.stringContaining(`./fonts/serif.ttf: ${reason}`),
  });
});
