/**
 * The holder of a token. Of one app: its team, a job that previews and checks its releases (`preview`), a backend that
 * invalidates its answers (`invalidate`). Of the site: an operator, Prometheus (`metrics`). Of either: a reader
 * (`read`).
 */
export const ROLES = ['team', 'operator', 'metrics', 'read', 'preview', 'invalidate'] as const;
export type Role = (typeof ROLES)[number];
/** The roles for one job that a team may create within its app. */
export const TEAM_GIVES = ['preview', 'invalidate', 'read'] as const satisfies Role[];

export interface Token {
  /** Not a secret. */
  id: string;
  role: Role;
  app: string | null;
  name: string;
  createdAt: number;
  expiresAt: number | null;
  /** To the minute; null = never. */
  lastUsedAt: number | null;
}

export interface NewToken extends Token {
  /** The secret: `vf_` and 43 characters of base64url. */
  token: string;
}

export interface TokenList {
  tokens: Token[];
}

/** A public key that was registered for an app. */
export interface SigningKey {
  /** Start of its sha-256: named in signatures. */
  id: string;
  app: string;
  publicKey: string;
  name: string;
  createdAt: number;
  endsAt: number | null;
  /** Releases of the app still need a signature when all its keys are revoked. */
  revokedAt: number | null;
}

export interface KeyList {
  keys: SigningKey[];
}
