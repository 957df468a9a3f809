/** Why a navigation did not confirm without being an error (semantics §9). */
export type NavigationFailureKind = 'aborted' | 'cancelled' | 'duplicated';

/** A navigation that ended otherwise than by its page: the URL is unchanged, and nobody did anything wrong. */
export interface NavigationFailure {
  kind: NavigationFailureKind;
  from: string;
  to: string;
  message: string;
}

const MESSAGES: Record<NavigationFailureKind, (from: string, to: string) => string> = {
  aborted: (from, to) => `Navigation aborted from "${from}" to "${to}" via a navigation guard.`,
  cancelled: (from, to) => `Navigation cancelled from "${from}" to "${to}" with a new navigation.`,
  duplicated: (_, to) => `Avoided redundant navigation to current location: "${to}".`,
};

/**
 * @param kind `aborted`: a guard said no; `cancelled`: a newer navigation started; `duplicated`: already there.
 * @param from URL of the page that stays.
 * @param to URL that was asked for.
 */
export function navigationFailure(kind: NavigationFailureKind, from: string, to: string): NavigationFailure {
  return { kind, from, to, message: MESSAGES[kind](from, to) };
}
