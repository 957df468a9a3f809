import { cliErrors } from '../../../errors/cli-errors.ts';

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const AGE = /^(\d{1,5})([mhd])$/;
const DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/;

/**
 * @param text `30m`, `2h`, `7d`: so long ago; or a date in UTC, `2026-11-01`, `2026-11-01T10:30Z`.
 * @param now milliseconds since the epoch.
 * @returns milliseconds since the epoch; undefined when nothing was said.
 * @throws CLI_USAGE
 */
export function sinceTime(command: string, text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const [, count, unit] = AGE.exec(text) ?? [];
  if (count !== undefined) return Math.max(0, now - Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS]);
  const at = DATE.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at))
    throw cliErrors.USAGE({
      command,
      reason: `--since '${text}' is neither a time ago (30m, 2h, 7d) nor a date (2026-11-01)`,
    });
  return at;
}
