/** Attribute of the element around an interactive island: the result of its loader as JSON. */
export const LOADED_ATTRIBUTE = 'data-loaded';
/** Attribute of the same element, once the browser has hydrated it. */
export const HYDRATED_ATTRIBUTE = 'data-hydrated';
const INTERACTIVE_EXPOSE = './interactive/';

/** @returns the expose of an interactive island: a release says by this name that an island is one. */
export function interactiveExpose(island: string): string {
  return INTERACTIVE_EXPOSE + island;
}

/** @returns the interactive islands among the exposes of a release. */
export function interactiveIslands(exposes: Record<string, unknown>): string[] {
  const own = Object.keys(exposes).filter((expose) => expose.startsWith(INTERACTIVE_EXPOSE));
  return own.map((expose) => expose.slice(INTERACTIVE_EXPOSE.length));
}
