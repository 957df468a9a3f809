import { z } from 'zod';

/** The holder of a token: the team of one app, or an operator of the site. */
export type Role = 'team' | 'operator';

export interface TokenRequest {
  role: Role;
  /** The one app of a team; must be absent for operators. It need not exist yet. */
  app?: string;
  /** The name of its holder, for the history: 1 to 60 characters. Default: the app's name, or `operator`. */
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

export interface KeyRequest {
  /** The app whose releases it signs. It need not exist yet. */
  app: string;
  /** As `mfe key` prints it: `ed25519:` and 43 characters of base64url. */
  publicKey: string;
  /** The name of its holder: 1 to 60 characters. Default: the app's name. */
  name?: string;
  /** When it ends by itself. Default: never. */
  endsAt?: number;
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
  /** Releases of the app go on needing a signature when all its keys are revoked. */
  revokedAt: number | null;
}

export interface KeyList {
  keys: SigningKey[];
}

/** A secret that signs webhooks: `whsec_` and a key in base64, or the key itself. */
export const webhookSecret = z
  .string()
  .min(32, 'needs 32 characters or more')
  .regex(/^(?!whsec_)|^whsec_(?:[\w+/]{4})*(?:[\w+/]{2}==|[\w+/]{3}=)?$/, 'needs base64 after whsec_');
