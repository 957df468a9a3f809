/** @returns name of the setting that holds the digest of an app's admitted release that a pin or freeze holds. */
export function heldSetting(app: string): string {
  return `held:${app}`;
}
