import { z } from 'zod';

/** A secret that signs webhooks: `whsec_` and a key in base64, or the key itself. */
export const webhookSecret = z
  .string()
  .min(32, 'needs 32 characters or more')
  .regex(/^(?!whsec_)|^whsec_(?:[\w+/]{4})*(?:[\w+/]{2}==|[\w+/]{3}=)?$/, 'needs base64 after whsec_');
