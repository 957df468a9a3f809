import { MB, MINUTE_MS } from '@voltframe/kit/contract/units';

const MINUTES_PER_HOUR = 60;

/** @returns `12.3 MB`; rounded up, so that a size above a limit never looks equal to it. */
export function megabytes(bytes: number): string {
  return `${Math.ceil((bytes / MB) * 10) / 10} MB`;
}

/** @param ms a duration. @returns `3 h 5 min`, rounded up to the minute. */
export function waitingTime(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / MINUTE_MS));
  const hours = Math.floor(minutes / MINUTES_PER_HOUR);
  return hours > 0 ? `${hours} h ${minutes % MINUTES_PER_HOUR} min` : `${minutes} min`;
}
