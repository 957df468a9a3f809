/** The folder below an app in which `mfe dev` builds, so that a build beside it disturbs neither. */
const DEV_OUTPUT = '.cache/dev';

/** @param folder of an app. @returns the folder in which `mfe dev` builds. */
export function devOutput(folder: string): string {
  return `${folder.replace(/[\\/]$/, '')}/${DEV_OUTPUT}`;
}

/** @param output folder of an app, or the one in which `mfe dev` builds. @returns the folder of the app. */
export function sourceFolder(output: string): string {
  const plain = output.replaceAll('\\', '/');
  return plain.endsWith(`/${DEV_OUTPUT}`) ? output.slice(0, -DEV_OUTPUT.length - 1) : output;
}
