import { SourceMap, type SourceMapPayload } from 'node:module';
import type { Module } from 'webpack';

/**
 * @param line of the module's code as webpack parses it, from 1
 * @param column from 0
 * @returns the line of its source, from 1: loaders may have moved it
 */
export function sourceLine(module: Module, line: number, column: number): number {
  const map = module.originalSource()?.map({ columns: true });
  if (!map) return line;
  const entry = new SourceMap(map as SourceMapPayload).findEntry(line - 1, column);
  return 'originalLine' in entry ? entry.originalLine + 1 : line;
}
