/** A media type that nobody reads as two; parameters other than a charset are none's business. */
const PLAIN = /^([a-z]+\/[a-z\d][a-z\d.+-]*)(?:; ?charset=[a-z\d-]+)?$/i;
/** Documents whose scripts run, with the visitor's rights on the whole site: what such an address answers is a page. */
const DOCUMENTS = new Set([
  'text/html',
  'application/xhtml+xml',
  'image/svg+xml',
  'multipart/x-mixed-replace',
]);
const MAX_LENGTH = 100;

/**
 * @param type `Content-Type` that an app gives for one of its resources.
 * @returns whether it may be sent: it is well formed, and no document that runs scripts.
 */
export function isResourceType(type: string): boolean {
  if (type.length > MAX_LENGTH) return false;
  const essence = PLAIN.exec(type)?.[1]?.toLowerCase();
  return essence !== undefined && !DOCUMENTS.has(essence);
}
