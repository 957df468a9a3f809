import { sha256 } from '../../packaging/sha256.ts';
import type { Compiled } from '../compile.ts';
import { precompress } from './precompress.ts';

const HASH_LENGTH = 10;

/** The files of a release while it is put together. */
export interface ReleaseFiles {
  /** Path in the release → body. */
  bodies: Map<string, Buffer>;
  /** Name in the code (`page.js`) → path in the release (`client/page.3f2a….js`). */
  named: Map<string, string>;
}

/** Adds a client build: each file is named after its bytes, with compressed bodies beside it. */
export async function addClientFiles(
  release: ReleaseFiles,
  compiled: Compiled,
  compress: boolean,
): Promise<void> {
  const adding = [...compiled.files].map(async ([name, body]) => {
    const path = `client/${compiled.hashed.has(name) ? name : hashedName(name, body)}`;
    release.named.set(name, path);
    release.bodies.set(path, body);
    if (!compress) return;
    for (const [suffix, small] of await precompress(name, body)) release.bodies.set(path + suffix, small);
  });
  await Promise.all(adding);
}

function hashedName(name: string, body: Buffer): string {
  const dot = name.lastIndexOf('.');
  return `${name.slice(0, dot)}.${sha256(body).slice(0, HASH_LENGTH)}${name.slice(dot)}`;
}
