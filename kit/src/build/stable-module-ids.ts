import path from 'node:path';
import type { Compiler, Module } from 'webpack';
import { sha256 } from '../packaging/sha256.ts';

const NAME = 'StableModuleIds';
const KIT = path.resolve(import.meta.dirname, '../..');
const SHORTEST = 4;

/**
 * Gives modules ids that depend on what they are and not on where the checkout is. Webpack's own deterministic ids
 * depend on paths relative to the app, and Module Federation's entry has a name made from an absolute path, so the
 * same sources gave another digest in another folder.
 */
export class StableModuleIds {
  readonly root: string;
  /** @param root folder of the app */
  constructor(root: string) {
    this.root = root;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap(NAME, (compilation) => {
      compilation.hooks.moduleIds.tap(NAME, (modules) => {
        const { chunkGraph } = compilation;
        const used = new Set<string>();
        const named = [...modules]
          .filter((module) => module.needId && chunkGraph.getModuleId(module) === null)
          .map((module) => ({ module, hash: sha256(this.#identity(module)) }))
          .toSorted((a, b) => (a.hash < b.hash ? -1 : 1));
        for (const { module, hash } of named) {
          let length = SHORTEST;
          while (used.has(hash.slice(0, length))) length++;
          used.add(hash.slice(0, length));
          chunkGraph.setModuleId(module, hash.slice(0, length));
        }
      });
    });
  }

  #identity(module: Module): string {
    return module
      .identifier()
      .replaceAll('\\', '/')
      .replaceAll(this.root, 'app:')
      .replaceAll(KIT, 'kit:')
      .replace(/\.federation\/entry\.[0-9a-f]+\.js/, 'federation-entry')
      .replace(/[^\s"|!=]*\/node_modules\//g, '')
      .replace(/\|[0-9a-f]{32}$/, ''); // what a concatenated module adds: a digest of absolute paths
  }
}
