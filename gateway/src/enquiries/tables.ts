/** Tables of enquiries and subscriptions. Times are ms since the epoch. The same in SQLite and PostgreSQL. */
export interface EnquiryTables {
  enquiry: EnquiryRow;
  enquiry_claim: { claim: string; enquiry_id: string; created_at: number };
  enquiry_upload: { name: string; content: Uint8Array; created_at: number };
  subscriber: SubscriberRow;
}

export interface EnquiryRow {
  id: string;
  form: string;
  version: number;
  /** Normalised; the key of erasure. */
  email: string;
  /** JSON of the normalised values. */
  data: string;
  /** `held`: the honeypot was filled in. Kept, but not delivered until the owner releases it. */
  state: 'kept' | 'held';
  created_at: number;
  file_name: string | null;
  file_bytes: number | null;
  file_sha256: string | null;
}

export interface SubscriberRow {
  /** Random; what links carry instead of the address. */
  id: string;
  email: string;
  state: 'pending' | 'confirmed';
  /** When somebody last asked. */
  asked_at: number;
  /** When a confirmation was last put into the outbox. */
  mailed_at: number;
  created_at: number;
  confirmed_at: number | null;
}
