/** The browsers that write stacks each in their own way. */
const FAMILIES: [family: string, pattern: RegExp][] = [
  ['firefox', /\b(?:Firefox|FxiOS)\//],
  ['chromium', /\b(?:Chrome|Chromium|CriOS|Edg[A-Z]*)\//],
  ['safari', /\bVersion\/\S+ .*Safari\//],
];
const LONGEST = 500;

/** @returns `chromium`, `firefox`, `safari` or `other`: what more a browser says of itself tells visitors apart. */
export function browserFamily(userAgent: string | undefined = ''): string {
  const text = userAgent.slice(0, LONGEST);
  return FAMILIES.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other';
}
