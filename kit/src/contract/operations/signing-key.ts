export interface KeyRequest {
  /** The app whose releases it signs. It need not exist yet. */
  app: string;
  /** As `mfe key` prints it: `ed25519:` and 43 characters of base64url. */
  publicKey: string;
  /** Whose it is: 1 to 60 characters. Default: the app's name. */
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
