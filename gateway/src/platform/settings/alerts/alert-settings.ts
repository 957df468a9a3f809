/** Where an app's team is told, as whoever runs the site configured it. */
export interface AlertTarget {
  webhook?: { url: string; secret: string };
  /** An address of the team. */
  mail?: string;
}

/** By app; `*` of each that has no entry of its own. */
export type AlertSettings = Readonly<Record<string, AlertTarget>>;

/** @returns where an app's alerts go; empty: they show on the operations page and in `mfe status` alone. */
export function targetOf(settings: AlertSettings, app: string): AlertTarget {
  if (Object.hasOwn(settings, app)) return settings[app]!;
  return Object.hasOwn(settings, '*') ? settings['*']! : {};
}
