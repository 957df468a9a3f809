import { ageText, type AppStatus, type Status } from '../../contract/operations/site-status.ts';
import { printable } from './text-table.ts';

const MOST_OF_AN_APP = 3;

/** @returns a line for each alert of what is live, the newest of each app (`mfe errors` has the others), and for each receiver that takes none. */
export function alertText({ apps }: Pick<Status, 'apps'>, now: number): string[] {
  return apps.flatMap(({ app, alerts = [], undelivered = [] }) => {
    const lines = alerts.slice(0, MOST_OF_AN_APP).map(({ at, summary, error }) => {
      const more = error ? `: mfe errors ${error.id}` : '';
      return `ALERT ${printable(summary)} (${ageText(now - at)})${printable(more)}`;
    });
    const left = alerts.length - lines.length;
    if (left > 0) lines.push(`ALERT ${left} more of ${printable(app)}: mfe errors ${printable(app)}`);
    const failing = undelivered.map(({ channel, waiting, since, error }) => {
      const many = waiting === 1 ? 'an alert' : `${waiting} alerts`;
      return `ALERT the ${channel} of ${printable(app)} has not taken ${many} (the first ${ageText(now - since)}): ${printable(error)}`;
    });
    return [...lines, ...failing];
  });
}

/** @returns how many errors visitors had lately; undefined where it is not told. */
export function errorsCell({ errors }: Pick<AppStatus, 'errors'>): string | undefined {
  return errors && `${errors.times} since ${new Date(errors.sinceMs).toISOString().slice(11, 16)}Z`;
}
