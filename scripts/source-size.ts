import { parseSync } from 'oxc-parser';

export interface FileSize {
  lines: number;
  /** Lines with code: neither blank, nor only a comment, nor part of an import declaration. */
  codeLines: number;
  /** Lines with a comment. */
  commentLines: number;
  /** Nodes of the syntax tree, without those of import declarations. */
  nodes: number;
}

interface Span {
  start: number;
  end: number;
}

/** @param path of the file; its extension selects the syntax. */
export function sizeOf(path: string, text: string): FileSize {
  const { program, comments } = parseSync(path, text);
  const imports = program.body.filter(({ type }) => type === 'ImportDeclaration');
  const code = blank(text, [...comments, ...imports]);
  const commented = text.length === 0 ? '' : keep(text, comments);
  return {
    lines: text.split('\n').length - 1,
    codeLines: filledLines(code),
    commentLines: filledLines(commented),
    nodes: countNodes(program) - imports.reduce((total, node) => total + countNodes(node), 0),
  };
}

/** @returns the text with every character of the spans, except line ends, replaced by a space. */
function blank(text: string, spans: Span[]): string {
  let rest = text;
  for (const { start, end } of spans)
    rest = rest.slice(0, start) + rest.slice(start, end).replaceAll(/[^\n]/g, ' ') + rest.slice(end);
  return rest;
}

/** @returns the text with everything outside the spans blanked. */
function keep(text: string, spans: Span[]): string {
  let kept = text.replaceAll(/[^\n]/g, ' ');
  for (const { start, end } of spans) kept = kept.slice(0, start) + text.slice(start, end) + kept.slice(end);
  return kept;
}

function filledLines(text: string): number {
  return text.split('\n').filter((line) => line.trim() !== '').length;
}

function countNodes(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((total, entry) => total + countNodes(entry), 0);
  if (typeof value !== 'object' || value === null) return 0;
  const children = Object.values(value).reduce<number>((total, entry) => total + countNodes(entry), 0);
  return children + ('type' in value && 'start' in value ? 1 : 0);
}
