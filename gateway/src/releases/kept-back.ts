/** @returns name of the setting that holds the digest of an app's admitted release that a pin or freeze keeps back. */
export function keptBackSetting(app: string): string {
  return `held:${app}`;
}
