import type { Drawing } from '@voltframe/kit/contract/page/drawing';
import { type Point, boxOf, circleOf, curveOf, pathOf } from '@voltframe/kit/react/components/svg-path';

/** The pictures of the services, each of its subject: 640 × 400, with a scale line at y = 352. */
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
    current: 'M20 118H102M116 118h190M306 118h20V266M116 248h190v36H116z',
    mark: [326, 266],
    words: [[132, 273, 'send']],
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
      [128, 126, 'kept'],
      [482, 256, 'received'],
    ],
  };
}

/** The reach of a thumb over a screen, and the button within it. */
function thumb(): Drawing {
  return {
    tone: 'M376 330V200C320 190 262 240 250 330z',
    shade: boxOf(270, 262, 96, 36),
    guide: 'M376 200C300 190 250 250 240 330',
    lines: `M256 40h128a16 16 0 0 1 16 16v270a16 16 0 0 1-16 16H256a16 16 0 0 1-16-16V56a16 16 0 0 1 16-16zM292 56h56M262 92h116M262 112h80${boxOf(262, 136, 116, 52)}`,
    current: 'M600 336C540 300 470 310 430 292S370 262 340 278M270 262h96v36h-96z',
    mark: [340, 280],
    words: [[440, 256, 'within reach']],
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
    words: [[366, 48, 'stop']],
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
      [276, 128, 'contract'],
      [277, 299, 'the next'],
    ],
  };
}

/** One thing goes the whole way from the change to the reader, with a way back of the same length. */
function way(): Drawing {
  const gates = [150, 260, 370, 480];
  return {
    guide: 'M560 240V300H90V240',
    lines:
      gates.map((x) => `M${x} 96v60M${x} 204v60M${x - 10} 96h20M${x - 10} 264h20`).join('') +
      boxOf(64, 154, 52, 52) +
      boxOf(534, 154, 52, 52),
    tone: boxOf(64, 154, 52, 52),
    shade: boxOf(534, 154, 52, 52),
    current: 'M20 180H620M84 250l6-12 6 12',
    mark: [480, 180],
    words: [
      [126, 84, 'test'],
      [230, 84, 'package'],
      [352, 84, 'try'],
      [458, 84, 'live'],
      [262, 326, 'the way back'],
    ],
  };
}

/** Cases that a model decides, and those between that a person decides. */
function judgement(): Drawing {
  const left: Point[] = times(14, (i) => [90 + ((i * 67) % 150), 70 + ((i * 97) % 230)]);
  const right: Point[] = times(14, (i) => [410 + ((i * 59) % 160), 70 + ((i * 83) % 230)]);
  const cross = ([x, y]: Point): string => `M${x - 6} ${y - 6}l12 12m0-12l-12 12`;
  return {
    shade: 'M284 40C250 150 330 230 290 336H380C420 230 330 150 374 40z',
    guide: 'M284 40C250 150 330 230 290 336M374 40C330 150 420 230 380 336',
    lines: `${left.map(([x, y]) => circleOf(x, y, 6)).join('')}${right.map(cross).join('')}`,
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
    mark: [340, 190],
    words: [[290, 376, 'a person']],
  };
}
