import { type SourceFile, codeOf } from './source-files.ts';

/** A rule for source files, with planted violations that test it. */
export interface Rule {
  name: string;
  covers: (path: string) => boolean;
  /** @returns the violations in a file. */
  violations: (file: SourceFile) => string[];
  planted: SourceFile[];
}

export const isCode = (path: string): boolean => /\.(ts|tsx|mjs|cjs)$/.test(path);

/** @returns a function that finds the matches of a pattern in the code, without comments. */
export function matches(pattern: RegExp): (file: SourceFile) => string[] {
  return (file) => [...codeOf(file).matchAll(pattern)].map(([found]) => found.trim());
}
