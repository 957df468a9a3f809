/** What visitors' browsers measure: milliseconds, but for `cls`. */
export const VITAL_NAMES = ['lcp', 'cls', 'inp', 'ttfb', 'hydration', 'navigation'] as const;
export type VitalName = (typeof VITAL_NAMES)[number];
