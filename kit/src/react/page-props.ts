/** What the component of a page gets. */
export interface PageProps<Data = unknown, Params extends Record<string, string> = Record<string, string>> {
  /** What the page's loader returned. */
  data: Data;
  params: Params;
  /** Normalised path, without query. */
  path: string;
}
