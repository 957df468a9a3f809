/** The decision on a navigation when a newer build is live; null continues with the build of this page. */
export type Update = 'document' | 'cancel' | null;

/** Input on the page that is not sent yet. */
export interface UnsavedInput {
  /** Decides about loading the newer build now, which would cost the input. */
  update(): Promise<Update>;
}

/**
 * @param reports each says whether it has input that is not sent
 * @param ask asks the visitor whether the newer build may be loaded. A visitor who declines stays on the page, and is
 *   not asked again for as long as something is unsaved: the next click goes on with the build of this page.
 */
export function createUnsavedInput(
  reports: ReadonlySet<() => boolean>,
  ask: () => Promise<boolean>,
): UnsavedInput {
  let refused = false;
  /** A second click, or Back, finds the question on the screen. */
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
