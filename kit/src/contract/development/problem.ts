/** What is wrong with code that is being worked on, for whoever writes it. */
export interface Problem {
  app: string;
  /** In the words of whatever found it; it may have several lines. */
  message: string;
  /** In the app's own sources, by a path from its folder: `src/pages/post.tsx`. */
  place?: SourcePlace;
  /** The lines around the place. */
  frame?: string;
  /** Where it came from, the nearest first: `Post (blog src/pages/post.tsx:12)`. */
  stack?: string[];
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
