import type { Change, OperationName } from '@voltframe/kit/contract/operations/operations';
import type { Token } from '@voltframe/kit/contract/operations/credentials';
import type { Verdict } from '@voltframe/kit/contract/operations/verdict';
import type { Changes } from '../../releasing/activation/changes.ts';
import { mayDo } from '../authorize.ts';

/** The target of an action. */
export interface ActionTarget {
  /** The name of the app; empty for the whole site. */
  app: string;
  /** A release of the app; undefined selects the default of the action. */
  digest?: string | undefined;
  reason?: string | undefined;
}

/** An action of the page, under the name of its operation. Each one needs a confirmation. */
interface Action {
  ofSite?: true;
  /** The text of the link to the action. */
  label: string;
  question(target: ActionTarget): string;
  /** The consequence of the action, shown before the confirmation. */
  effect: string;
  /** The message after the action. */
  done(target: ActionTarget): string;
  run(changes: Changes, target: ActionTarget, actor: string): Promise<Change | Verdict>;
}

const at = ({ digest }: ActionTarget) => (digest === undefined ? '' : ` at ${digest.slice(0, 12)}`);

export const ACTIONS = {
  rollback: {
    label: 'Roll back',
    question: ({ app, digest }) =>
      digest === undefined ? `Roll back ${app}?` : `Make ${digest.slice(0, 12)} of ${app} live?`,
    effect:
      'It is what visitors get at once. Pages that are open go on with what they have. What waits of the app is replaced.',
    done: ({ app }) => `${app} was rolled back.`,
    run: (changes, { app, digest }, actor) => changes.rollback(app, digest, actor),
  },
  pin: {
    label: 'Pin',
    question: (target) => `Pin ${target.app}${at(target)}?`,
    effect: 'Newer releases are still checked, but wait until the pin ends.',
    done: ({ app }) => `${app} is pinned.`,
    run: (changes, { app, digest }, actor) => changes.pin(app, digest, actor),
  },
  unpin: {
    label: 'Unpin',
    question: ({ app }) => `Unpin ${app}?`,
    effect: 'The newest release that waited for it becomes live.',
    done: ({ app }) => `${app} is not pinned any more.`,
    run: (changes, { app }, actor) => changes.unpin(app, actor),
  },
  withdraw: {
    label: 'Withdraw',
    question: ({ app }) => `Withdraw the waiting release of ${app}?`,
    effect: 'It goes live only when it is published again. The live release stays.',
    done: ({ app }) => `The waiting release of ${app} is withdrawn.`,
    run: (changes, { app }, actor) => changes.withdraw(app, actor),
  },
  retire: {
    label: 'Retire',
    question: ({ app }) => `Take ${app} off the site?`,
    effect: 'Its pages answer 404. Publishing it again brings it back.',
    done: ({ app }) => `${app} is off the site.`,
    run: (changes, { app }, actor) => changes.retire(app, actor),
  },
  freeze: {
    ofSite: true,
    label: 'Freeze the site',
    question: () => 'Freeze the site?',
    effect: 'Nothing goes live until the freeze ends, except rollbacks. Releases are checked and wait.',
    done: () => 'The site is frozen.',
    run: (changes, { reason = '' }, actor) => changes.freeze(reason, actor),
  },
  unfreeze: {
    ofSite: true,
    label: 'End the freeze',
    question: () => 'End the freeze?',
    effect: 'What waited for it is checked again and becomes live.',
    done: () => 'The site is not frozen any more.',
    run: (changes, _, actor) => changes.unfreeze(actor),
  },
} as const satisfies Partial<Record<OperationName, Action>>;

export type ActionName = keyof typeof ACTIONS;

export function isAction(name: unknown): name is ActionName {
  return typeof name === 'string' && Object.hasOwn(ACTIONS, name);
}

/**
 * @param app empty for the whole site
 * @returns whether a token permits the action. A team's token permits actions on its own app only.
 */
export function mayAct(you: Token, name: ActionName, app: string): boolean {
  return mayDo(you, name, app === '' ? [] : [app]);
}
