/** Fields that hold a moment in milliseconds since the epoch, in the answers of the operations port. */
const TIME = /^(at|until|\w+(At|Until))$/;

/** @returns what `--json` prints: times as people and other programs read them, in ISO 8601. */
export function jsonText(value: unknown): string {
  const readable = (key: string, one: unknown): unknown =>
    typeof one === 'number' && TIME.test(key) ? new Date(one).toISOString() : one;
  return JSON.stringify(value, readable, 2);
}
