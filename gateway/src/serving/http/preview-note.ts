import { ageText } from '@voltframe/kit/contract/operations/site-status';
import { escapeHtml } from '@voltframe/kit/contract/page/escape-html';
import { identityText } from '@voltframe/kit/contract/release/identity';
import { createEncodedBody, type EncodedBody } from '../responses/encoded-body.ts';
import { type OpenPreview, PREVIEW_PATH } from './open-preview.ts';

export const NOTE_STYLE = `${PREVIEW_PATH}/note.css`;

/**
 * Says on the page whose candidate it is, since when, that it is not live, and how to leave to the same page. Outside the root
 * container, so hydration does not see it.
 */
export async function withPreviewNote(
  body: EncodedBody,
  { differs, ageMs, until }: OpenPreview,
): Promise<EncodedBody> {
  const html = (await body.in('identity')).bytes.toString('utf8');
  const time = new Date(until).toISOString();
  const what = (await differs())
    .map(
      ({ app, digest, identity }) => `${app} ${(identity && identityText(identity)) || digest.slice(0, 12)}`,
    )
    .join(', ');
  const note =
    `<link rel="stylesheet" href="${NOTE_STYLE}"><aside class="preview-note" aria-label="Preview">` +
    `Preview${what && ` of ${escapeHtml(what)}`}, made ${ageText(ageMs)}, not live; ` +
    `works until <time datetime="${time}">${time.slice(0, 16).replace('T', ' ')} UTC</time>. ` +
    `<a href="${PREVIEW_PATH}" rel="nofollow">Leave the preview</a></aside>`;
  return createEncodedBody(html.replace(/<\/body><\/html>$/, `${note}</body></html>`), 'quick');
}

export const NOTE_CSS = `.preview-note { position: fixed; inset: auto 0 0; z-index: 1000; padding: 0.5rem 1rem; text-align: center;
  font: 0.875rem/1.4 system-ui, sans-serif; color: #111; background: #ffd54a; }
.preview-note a { color: inherit; font-weight: 600; }
@media print { .preview-note { display: none; } }
`;
