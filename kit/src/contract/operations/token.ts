/** Who a token belongs to: the team of one app, or an operator of the site. */
export type Role = 'team' | 'operator';

export interface TokenRequest {
  role: Role;
  /** The one app of a team; must be absent for operators. It need not exist yet. */
  app?: string;
  /** Whose it is, for the history: 1 to 60 characters. Default: the app's name, or `operator`. */
  name?: string;
  /** When it ends by itself. Default: never. */
  expiresAt?: number;
}

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
