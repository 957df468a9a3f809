import { type MarkedText, markWords, termsIn } from './marked-words.ts';
import { textOf } from './text-of.ts';

/** Characters. */
const LENGTH = 160;
const BEFORE = 40;

/**
 * @param html compiled Markdown
 * @param terms in the form of `searchTerm`
 * @returns the passage of the text with the most different terms, or undefined when the text has none
 */
export function snippet(html: string, terms: readonly string[]): MarkedText | undefined {
  const text = textOf(html).replace(/\s+/g, ' ').trim();
  const found = termsIn(text, terms);
  const inPassage = (from: number): number =>
    new Set(found.filter(({ at }) => at >= from && at < from + LENGTH - BEFORE).map(({ term }) => term)).size;
  const most = found.reduce((best, { at }) => Math.max(best, inPassage(at)), 0);
  const first = found.find(({ at }) => inPassage(at) === most);
  if (!first) return undefined;
  const start = first.at <= BEFORE ? 0 : text.indexOf(' ', first.at - BEFORE) + 1;
  const cut = text.lastIndexOf(' ', start + LENGTH);
  const end = text.length <= start + LENGTH ? text.length : Math.max(cut, first.at + first.word.length);
  return markWords(
    `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`,
    terms,
  );
}
