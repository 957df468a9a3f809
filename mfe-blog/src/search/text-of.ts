/** @returns the text of compiled Markdown, code samples included */
export function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#x([\dA-F]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}
