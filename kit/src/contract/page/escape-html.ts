const HTML: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** @returns `text` for HTML text and quoted attribute values. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => HTML[character] ?? character);
}

const ENDS_SCRIPT = /<(?:!--|\/?script)/i;

/**
 * JSON for the inside of a `<script>` element: nothing in it can end the element or open a comment (HTML, "restrictions
 * for contents of script elements"). Other text is unchanged, so that it compresses with the same text in the body.
 * @param value any JSON value; undefined becomes null.
 */
export function escapeJson(value: unknown): string {
  return escapeScriptEnds(JSON.stringify(value) ?? 'null');
}

/** As {@link escapeJson}. @param json text of it. */
export function escapeScriptEnds(json: string): string {
  // Few texts have a `<`, and a search takes a third of the time of a replacement.
  return ENDS_SCRIPT.test(json) ? json.replace(/<(?=!--|\/?script)/gi, '\\u003c') : json;
}
