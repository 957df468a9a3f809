/** A problem of code in development, for its developer. */
export interface Problem {
  app: string;
  /** The message of the tool that reported it; it may have several lines. */
  message: string;
  /** Path in the app's folder: `src/pages/post.tsx`. */
  place?: SourcePlace;
  /** The lines around the place. */
  frame?: string;
  /** Where it came from, the nearest first: `Post (blog src/pages/post.tsx:12)`. */
  stack?: string[];
  /** Patterns of the routes whose pages have it; absent: every page shows it. */
  routes?: string[];
}

export interface SourcePlace {
  file: string;
  /** From 1. */
  line: number;
}

/** @returns the lines of a terminal. */
export function problemText({ app, message, place, frame, stack = [] }: Problem): string {
  const at = place ? `${app} ${place.file}:${place.line}` : app;
  const calls = stack.map((call) => `    at ${call}`);
  return [`${at}: ${message}`, ...(frame === undefined ? [] : ['', frame, '']), ...calls].join('\n');
}

/** @returns the identity of a problem, without the line, which an edit above it moves. */
export function problemKey({ message, place }: Problem): string {
  return `${place?.file ?? ''} ${message}`;
}

const AROUND = 3;
const LONGEST_LINE = 160;

/**
 * @param text of a source
 * @param line from 1
 * @returns the lines around one, with their numbers, that one marked; undefined where the source has no such line
 */
export function codeFrame(text: string, line: number): string | undefined {
  const lines = text.split(/\r?\n/);
  if (line < 1 || line > lines.length) return undefined;
  const first = Math.max(1, line - AROUND);
  const last = Math.min(lines.length, line + AROUND);
  const width = String(last).length;
  return lines
    .slice(first - 1, last)
    .map((code, index) => {
      const number = first + index;
      const head = `${number === line ? '>' : ' '} ${String(number).padStart(width)} |`;
      return `${head} ${plain(code)}`.trimEnd();
    })
    .join('\n');
}

/** Control characters of terminals are removed. */
function plain(code: string): string {
  return code
    .slice(0, LONGEST_LINE)
    .replaceAll('\t', '  ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '');
}
