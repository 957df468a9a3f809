// The names are webpack's.
/* oxlint-disable no-underscore-dangle */
declare const __webpack_init_sharing__: (scope: string) => Promise<void>;
declare const __webpack_share_scopes__: Record<string, unknown>;

/** The shell's share scope with the package's own runtime, in place of shared-scope.ts. */
export async function shareScope(): Promise<unknown> {
  await __webpack_init_sharing__('default');
  return __webpack_share_scopes__['default'];
}
