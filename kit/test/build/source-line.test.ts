import { transformSync } from '@swc/core';
import { expect, it } from 'vitest';
import webpack, { type Module } from 'webpack';
import { sourceLine } from '../../src/build/source-line.ts';

const SOURCE = `interface Props {
  name: string;
}
export const length = ({ name }: Props) => name.length;
`;

it('finds the line of a source that a loader has moved', () => {
  const { code, map } = transformSync(SOURCE, {
    sourceMaps: true,
    jsc: { parser: { syntax: 'typescript' } },
  });
  const line = code.split('\n').findIndex((text) => text.includes('name.length')) + 1;
  const moved = new webpack.sources.SourceMapSource(code, 'page.ts', map);
  const unmoved = new webpack.sources.RawSource(code);
  const found = [moved, unmoved].map((source) => {
    const module = { originalSource: () => source } as unknown as Module;
    return sourceLine(module, line, code.split('\n')[line - 1]!.indexOf('name.length'));
  });
  expect([line === 4, found]).toEqual([false, [4, line]]);
});
