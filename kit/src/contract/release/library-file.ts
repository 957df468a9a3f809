/** The folder of the files of shared libraries, `client/-/<sha256>.js`. No app has this name. */
export const LIBRARIES = '-';

/** @param digest sha-256 of the file of a shared library, hex. @returns its path in a release. */
export function libraryFile(digest: string): string {
  return `client/${LIBRARIES}/${digest}.js`;
}

/** @param digest sha-256 of the file of a shared library, hex. @returns its address, which names no app. */
export function libraryUrl(digest: string): string {
  return `/assets/${LIBRARIES}/${digest}.js`;
}
