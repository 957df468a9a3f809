/** The decision on a navigation when a newer build is live; null continues with the build of this page. */
export type Update = 'document' | 'cancel' | null;

/** Input on the page that is not yet sent. */
export interface UnsavedInput {
  /** Decides whether to load the newer build now, which would discard the input. */
  update(): Promise<Update>;
}

/**
 * @param reports each says whether it has input that is not sent
 * @param ask asks the visitor whether the newer build may be loaded. A visitor who declines stays on the page and is
 * not asked again while input is unsaved: the next click continues with the build of this page.
 */
export function createUnsavedInput(
  reports: ReadonlySet<() => boolean>,
  ask: () => Promise<boolean>,
): UnsavedInput {
  let refused = false;
  /** The answer of the open dialog, which a second click or Back shares. */
  let asking: Promise<boolean> | undefined;
  return {
    async update() {
      if (![...reports].some((isUnsaved) => isUnsaved())) return 'document';
      if (refused) return null;
      asking ??= ask();
      refused = !(await asking);
      asking = undefined;
      return refused ? 'cancel' : 'document';
    },
  };
}
