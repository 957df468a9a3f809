/** Made by the build from mfe.config.ts: the shell's own guards by name. */
declare module 'virtual-guards' {
  import type { Guard } from '@voltframe/kit/contract/page/page-server';
  const guards: Readonly<Record<string, Guard>>;
  export default guards;
}

/** Made by the build: what the shell shares with the remotes, in the format of Module Federation. */
declare module 'virtual-share-scope' {
  export function shareScope(): unknown;
}
