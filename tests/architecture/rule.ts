import { type SourceFile, codeOf } from './source-files.ts';

/** One rule of the house: what it covers, how a violation is seen, and a planted one that proves it is seen. */
export interface Rule {
  name: string;
  covers: (path: string) => boolean;
  /** @returns what is wrong in the file; empty = nothing */
  violations: (file: SourceFile) => string[];
  planted: SourceFile[];
}

export const isCode = (path: string): boolean => /\.(ts|tsx|mjs|cjs)$/.test(path);

/** Every match of `pattern` in the code, comments left out. */
export function matches(pattern: RegExp): (file: SourceFile) => string[] {
  return (file) => [...codeOf(file).matchAll(pattern)].map(([found]) => found.trim());
}
