import type { EntryList } from '@voltframe/kit/contract/operations/form-entry';
import { z } from 'zod';
import { gatewayErrors } from '../../../platform/errors.ts';
import { type AddOperation, numberUpTo } from '../operation.ts';
import type { OpsDeps } from '../operations-deps.ts';

const entriesQuery = z.object({ limit: numberUpTo(100).default(20), before: z.string().optional() });

/** `GET /-/entries/{app}`: the entries of the app's forms, for its team. */
export function registerEntries(operation: AddOperation, { entries }: Pick<OpsDeps, 'entries'>): void {
  operation(
    'entries',
    { query: entriesQuery },
    async ({ params, query: { limit, before } }): Promise<EntryList> => {
      const page = entries ? await entries.list(params.app, limit, before) : { entries: [] };
      if (!page)
        throw gatewayErrors.BAD_REQUEST({ reason: 'before is a place that a page of entries named' });
      return page;
    },
  );
}
