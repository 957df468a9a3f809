import type { Drawing } from '@voltframe/kit/contract/page/drawing';
import { type Point, boxOf, circleOf, curveOf, pathOf } from '@voltframe/kit/react/components/svg-path';

/**
 * The pictures of the services, each of its subject: 640 × 400, with a scale line at y = 352. Those that have a wide
 * frame in a wide window (`service-section.module.css`) reach over their field, from x = -137 to x = 777.
 */
export const SERVICE_DRAWINGS: Readonly<Record<string, Drawing>> = {
  'web-development': page(),
  'iot-systems': sensor(),
  'mobile-apps': thumb(),
  robotics: stop(),
  'system-design': borders(),
  'devops-ci-cd': way(),
  'ai-ml-integration': judgement(),
};

function times<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i));
}

/** A page that arrives in order: text first, then its form, then the picture. */
function page(): Drawing {
  return {
    tone: boxOf(360, 138, 170, 120),
    shade: boxOf(116, 248, 190, 36),
    lines: `${boxOf(90, 48, 460, 268)}M90 84H550${circleOf(110, 66, 5)}${circleOf(128, 66, 5)}M150 66h180M116 118h190M116 138h150${times(3, (i) => `M116 ${176 + i * 20}h${[204, 188, 120][i]}`).join('')}${boxOf(360, 138, 170, 120)}M360 238l50-52 42 40 30-26 48 38`,
    current: 'M20 118H326V266H306M116 248h190v36H116z',
    mark: [306, 266],
    words: [[211, 273, 'send']],
  };
}

/** A sensor behind a steel door: readings wait on it until the radio reaches the wall. */
function sensor(): Drawing {
  const arc = (r: number): string => `M${200 + r * 0.7} ${180 - r * 0.7}a${r} ${r} 0 0 1 0 ${r * 1.4}`;
  return {
    tone: boxOf(330, 44, 26, 292),
    shade: boxOf(138, 158, 44, 44) + boxOf(470, 130, 110, 100),
    guide: 'M356 180H470',
    lines: `${boxOf(120, 140, 80, 80)}${boxOf(138, 158, 44, 44)}${[40, 70, 100].map(arc).join('')}${boxOf(330, 44, 26, 292)}${boxOf(470, 130, 110, 100)}M486 154h78M486 174h78`,
    current: 'M20 292h60v-24h40v40h40v-30h40v14h60M486 206h20l8-18 12 30 8-12h30',
    mark: [343, 180],
    words: [
      [160, 126, 'kept'],
      [525, 256, 'received'],
    ],
  };
}

/** The reach of two thumbs: one button is too far away, the other is within reach. Wide. */
function thumb(): Drawing {
  const phone = (x: number): string =>
    `M${x + 16} 36h118a16 16 0 0 1 16 16v254a16 16 0 0 1-16 16h-118a16 16 0 0 1-16-16v-254a16 16 0 0 1 16-16zm38 16h42`;
  return {
    tone: 'M132 310v-118a118 118 0 0 1 118 118zM508 310v-118a118 118 0 0 0-118 118z',
    shade: boxOf(406, 254, 88, 34),
    guide:
      'M132 182a128 128 0 0 1 128 128M508 182a128 128 0 0 0-128 128M-140 318H20C70 318 104 292 130 274S166 244 176 230',
    lines: `${phone(120)}${boxOf(142, 76, 106, 34)}M142 132h106M142 150h70${phone(370)}M392 84h106M392 102h70${boxOf(392, 122, 106, 44)}`,
    current: 'M780 318H620C570 318 540 292 510 276S470 262 452 271M406 254h88v34h-88z',
    mark: [450, 271],
    words: [
      [66, 100, 'far'],
      [576, 264, 'near'],
    ],
  };
}

/** A machine that drives towards a person, and stops before its bumper touches. */
function stop(): Drawing {
  return {
    tone: 'M262 236L430 150V322z',
    shade: boxOf(252, 220, 10, 40),
    guide: 'M430 60V336',
    lines: `${boxOf(122, 210, 130, 60)}${circleOf(152, 286, 18)}${circleOf(222, 286, 18)}${boxOf(252, 220, 10, 40)}M60 304H600M187 210V166M167 166h40${circleOf(520, 150, 18)}M520 168v76M520 244l-22 60M520 244l22 60M520 190l-26 30M520 190l26 30`,
    current: `${curveOf([
      [20, 110],
      [120, 110],
      [220, 104],
      [330, 92],
      [400, 130],
      [412, 236],
      [420, 236],
    ])}M420 224v24`,
    mark: [420, 236],
    words: [[430, 48, 'stop']],
  };
}

/** Parts with written borders: one is exchanged while the others go on. */
function borders(): Drawing {
  return {
    tone: boxOf(270, 140, 110, 90),
    shade: boxOf(270, 260, 110, 64),
    guide: boxOf(270, 260, 110, 64),
    lines: `${boxOf(70, 60, 130, 80)}${boxOf(70, 230, 130, 80)}${boxOf(270, 140, 110, 90)}${boxOf(450, 60, 130, 80)}${boxOf(450, 230, 130, 80)}M200 100h32v60h38M380 210h36v60h34`,
    current: 'M20 270H70M200 270h32v-60h38M380 164h36v-64h34M580 100h40',
    mark: [325, 185],
    words: [
      [325, 128, 'contract'],
      [325, 299, 'next'],
    ],
  };
}

/** One thing goes the whole way from the change to the reader, with a way back of the same length. Wide. */
function way(): Drawing {
  const gates = [150, 260, 370, 480];
  const changes = boxOf(-104, 164, 32, 32) + boxOf(-48, 164, 32, 32) + boxOf(64, 154, 52, 52);
  const releases = boxOf(534, 154, 52, 52) + boxOf(656, 164, 32, 32) + boxOf(712, 164, 32, 32);
  return {
    guide: 'M560 240V300H90V240',
    lines: `${gates.map((x) => `M${x} 96v60M${x} 204v60M${x - 10} 96h20M${x - 10} 264h20`).join('')}${changes}${releases}`,
    tone: changes,
    shade: releases,
    current: 'M-140 180H780M84 250l6-12 6 12',
    mark: [480, 180],
    words: [
      [150, 84, 'test'],
      [260, 84, 'package'],
      [370, 84, 'try'],
      [480, 84, 'live'],
      [325, 326, 'the way back'],
    ],
  };
}

/** Cases that a model decides, and those between that a person decides. */
function judgement(): Drawing {
  // Above and below the current in turn.
  const cases = (left: number, across: number, down: number): Point[] =>
    times(14, (i) => [left + ((i * across) % 170), 68 + ((i * down) % 94) + (i % 2) * 160]);
  const cross = ([x, y]: Point): string => `M${x - 6} ${y - 6}l12 12m0-12l-12 12`;
  return {
    shade: 'M284 48C250 150 330 230 290 336H380C420 230 330 150 374 48z',
    guide: 'M284 48C250 150 330 230 290 336M374 48C330 150 420 230 380 336',
    lines:
      cases(70, 61, 87)
        .map(([x, y]) => circleOf(x, y, 6))
        .join('') + cases(412, 97, 73).map(cross).join(''),
    current: pathOf([
      {
        points: [
          [20, 190],
          [300, 190],
          [330, 150],
          [356, 236],
          [380, 190],
          [620, 190],
        ],
      },
    ]),
    mark: [342, 190],
    words: [[329, 34, 'a person']],
  };
}
