import type { Drawing } from '@voltframe/kit/contract/page/drawing';

/** The current of the front page, for its share card: loose on the left, ordered on the right. 640 × 400. */
export const HOME_DRAWING: Drawing = {
  lines:
    'M230 110H190V150M190 250V290H230M410 110H450V150M450 250V290H410M0 140C50 90 120 210 190 170M0 250C60 310 110 190 190 230M0 190C70 230 120 150 190 186M450 170H520l20-16H620M450 230H540l16 14H600',
  current: 'M0 214C60 150 120 220 190 200H240L270 140L310 270L345 160L365 200H490V170H525V230H560V200H640',
};
