import { escapeHtml } from '@voltframe/kit/contract/page/escape-html';
import { expect, test } from 'vitest';
import { createEncodedBody } from '../../../../src/serving/responses/encoded-body.ts';
import type { OpenPreview } from '../../../../src/serving/compositions/previews.ts';
import { withPreviewNote } from '../../../../src/serving/http/routes/previews.ts';
import { bodyText } from '../../../fixtures/body-text.ts';

test('the note names the commit and message of a release', async () => {
  const identity = { commit: 'a1b2c3d4e5', message: 'Fix <it>' };
  const differs = async () => [{ app: 'docs', digest: 'ab'.repeat(32), identity }];
  const preview = { differs, ageMs: 0, until: 0 } as unknown as OpenPreview;
  const noted = await withPreviewNote(createEncodedBody('<body></body></html>'), preview);
  expect(await bodyText(noted)).toContain('of docs a1b2c3d Fix &lt;it&gt;, made');
});

test('the note ends the body, escapes its values, and links to the exit', async () => {
  const preview = {
    differs: async () => [{ app: '<script>', digest: 'ab'.repeat(32) }],
    ageMs: 4 * 60_000,
    until: Date.UTC(2026, 10, 22, 9),
  };
  const page = createEncodedBody('<html><body><main>x</main></body></html>');
  const html = await bodyText(await withPreviewNote(page, preview as unknown as OpenPreview));
  expect(html).toContain('Preview of &lt;script&gt; abababababab, made 4 min ago, not live; works until');
  expect(html).toMatch(/<main>x<\/main><aside [^>]+><link [^>]+>.*<\/aside><\/body><\/html>$/);
  expect(html).toContain('<a href="/-/preview" rel="nofollow">Leave the preview</a>');
});

test.each(['$`', "$'", '$&', '$1'])('the note shows %j of a commit message as text', async (message) => {
  const differs = async () => [{ app: 'docs', digest: 'ab'.repeat(32), identity: { message } }];
  const preview = { differs, ageMs: 0, until: 0 } as unknown as OpenPreview;
  const html = '<body><main>x</main></body></html>';
  const noted = await bodyText(await withPreviewNote(createEncodedBody(html), preview));
  expect(noted).toContain(`of docs ${escapeHtml(message)}, made`);
  expect(noted.split('<main>')).toHaveLength(2);
});
