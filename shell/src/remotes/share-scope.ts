// The names are webpack's.
/* oxlint-disable no-underscore-dangle */
declare const __webpack_init_sharing__: (scope: string) => Promise<void>;
declare const __webpack_share_scopes__: Record<string, unknown>;

/** The modules that the shell shares with the remotes, in the format of Module Federation. */
export async function shareScope(): Promise<unknown> {
  await __webpack_init_sharing__('default');
  return __webpack_share_scopes__['default'];
}
