import type { NewSubscription, SubscriptionList } from '../../contract/operations/subscription.ts';
import { cliErrors } from '../../errors/cli-errors.ts';
import { type Command, defineCommand, runAction } from '../command.ts';
import { connect } from '../gateway/operations-client.ts';
import { textTable, timeText } from '../output/text-table.ts';
import { change } from './change.ts';

/** `mfe events add|list|remove`: see help.ts. */
export const eventsCommand: Command = (args, context) => {
  const actions = { add: addReceiver, list: listReceivers, remove: removeReceiver };
  const running = runAction(actions, args, context);
  if (!running) throw cliErrors.USAGE({ command: 'events', reason: 'say add, list or remove' });
  return running;
};

const addReceiver = defineCommand(
  {
    command: 'events',
    positionals: ['app'],
    options: { webhook: { type: 'string' }, mail: { type: 'string' }, events: { type: 'string' } },
  },
  async ({ values: { webhook, mail, events, json }, positionals: [app = ''] }, context) => {
    if ((webhook === undefined) === (mail === undefined))
      throw cliErrors.USAGE({
        command: 'events',
        reason: 'say either --webhook <address> or --mail <address>',
      });
    const body = { webhook, mail, events: events?.split(',') };
    const created = await connect(context).call<NewSubscription>('subscribe', { parameters: { app }, body });
    if (!json) {
      const secret = created.secret === undefined ? '' : '; its secret is shown only now';
      context.tell(
        `mfe: ${created.to} gets ${created.events.join(', ')} of ${app} (${created.id})${secret}\n`,
      );
    }
    // The secret alone goes to standard output, so that it can be piped into a secret store.
    return { answer: created, text: () => created.secret ?? created.id };
  },
);

const listReceivers = defineCommand({ command: 'events', positionals: ['app'] }, async (parsed, context) => {
  const call = { parameters: { app: parsed.positionals[0]! } };
  const answer = await connect(context).call<SubscriptionList>('subscriptions', call);
  const rows = answer.subscriptions.map(({ id, kind, to, events, by, createdAt, waiting, lastError }) => {
    const waits = waiting === 0 ? undefined : `${waiting}${lastError === undefined ? '' : `, ${lastError}`}`;
    return [id, kind, to, by, timeText(createdAt), waits, events.join(', ')];
  });
  return { answer, text: () => textTable(['ID', 'KIND', 'TO', 'WHO', 'SINCE', 'WAITS', 'EVENTS'], rows) };
});

const removeReceiver = defineCommand(
  { command: 'events', positionals: ['app', 'id'] },
  ({ positionals: [app = '', id = ''] }, context) =>
    change('unsubscribe', { parameters: { app, id } }, context),
);
