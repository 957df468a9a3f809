import type { Drawing } from '@voltframe/kit/contract/page/drawing';
import { boxOf, circleOf } from '@voltframe/kit/react/components/svg-path';

/** The way of an application: a letter, two people at a table, one bench, and an answer. 640 × 400. */
export const HIRING_DRAWING: Drawing = {
  tone: boxOf(376, 228, 110, 14),
  shade: boxOf(398, 158, 66, 46) + boxOf(532, 150, 76, 60),
  guide: 'M150 60V330M330 60V330M510 60V330',
  lines: [
    `${boxOf(44, 150, 84, 60)}M44 150l42 34 42-34`,
    `${circleOf(196, 150, 16)}${circleOf(284, 150, 16)}M196 166v52M284 166v52M184 240h112M240 240v40`,
    `${boxOf(376, 228, 110, 14)}M390 242v60M472 242v60${boxOf(398, 158, 66, 46)}M431 204v24`,
    boxOf(532, 150, 76, 60),
  ].join(''),
  current:
    'M0 180H44M128 180H196V166M212 150C230 128 250 128 268 150M284 166V180H398M464 180H532M546 180l14 14 30-30M608 180H640',
  mark: [240, 134],
  words: [
    [86, 100, 'write'],
    [240, 100, 'talk'],
    [431, 100, 'build'],
    [570, 100, 'answer'],
  ],
};
