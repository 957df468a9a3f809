const HTML: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** @returns `text` for HTML text and quoted attribute values. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => HTML[character] ?? character);
}

const ENDS_SCRIPT = /<(?:!--|\/?script)/i;

/**
 * JSON for the inside of a `<script>` element: nothing in it can end the element or open a comment (HTML, "restrictions
 * for contents of script elements"). All else stays as it is: text that a document has in its body as well is sent
 * once.
 * @param value anything JSON can hold; undefined becomes null.
 */
export function escapeJson(value: unknown): string {
  return escapeScriptEnds(JSON.stringify(value) ?? 'null');
}

/** As {@link escapeJson}. @param json text of it. */
export function escapeScriptEnds(json: string): string {
  // Few have it, and looking takes a third of the time of replacing.
  return ENDS_SCRIPT.test(json) ? json.replace(/<(?=!--|\/?script)/gi, '\\u003c') : json;
}
