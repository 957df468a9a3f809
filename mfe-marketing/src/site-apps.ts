/** @returns the names of the apps of a composition, the shell first. */
export function siteApps({ apps }: { apps: Record<string, string> }): string[] {
  const isShell = (app: string): number => Number(app === 'shell');
  return Object.keys(apps).sort((a, b) => isShell(b) - isShell(a) || (a < b ? -1 : 1));
}
