/** Input on the page that is not sent yet. */
export interface UnsavedInput {
  /** @returns ends the report. */
  add(isUnsaved: () => boolean): () => void;
  any(): boolean;
}

export function createUnsavedInput(): UnsavedInput {
  const reports = new Set<() => boolean>();
  return {
    add(isUnsaved) {
      reports.add(isUnsaved);
      return () => reports.delete(isUnsaved);
    },
    any: () => [...reports].some((isUnsaved) => isUnsaved()),
  };
}
