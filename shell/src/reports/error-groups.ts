import { REPORT_LIMITS, type ReportedError } from '@voltframe/kit/contract/reports/view-report';
import type { NewError } from './reported-error.ts';

/** The errors of one document. Equal errors form one group with the count since its last report. */
export interface ErrorGroups {
  /** @returns whether there is a new error to report */
  add(error: NewError): boolean;
  /** @returns the groups that were not reported yet, as many as a report holds, and marks them as reported */
  take(): ReportedError[];
}

/** Characters of a report: the limit of the body is in bytes, and the body contains more than this. */
const ROOM = 10_000;

export function createErrorGroups(): ErrorGroups {
  const groups = new Map<string, ReportedError>();
  return {
    add(error) {
      const key = [error.kind, error.app, error.message, error.stack].join();
      const group = groups.get(key) ?? { ...error, times: 0 };
      if (groups.size < REPORT_LIMITS.errors) groups.set(key, group);
      if (group.times < REPORT_LIMITS.times) group.times++;
      return groups.has(key);
    },
    take() {
      let room = ROOM;
      return [...groups.values()]
        .filter((group) => group.times && (room -= JSON.stringify(group).length) > 0)
        .map((group) => {
          const told = { ...group };
          group.times = 0;
          return told;
        });
    },
  };
}
