/** Names of the settings that hold the digest of an app's admitted release that a pin or freeze holds begin with it. */
export const HELD = 'held:';

export function heldSetting(app: string): string {
  return `${HELD}${app}`;
}
