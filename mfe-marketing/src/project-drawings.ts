import type { Drawing, Word } from '@voltframe/kit/contract/page/drawing';
import { type Point, boxOf, circleOf, curveOf, pathOf } from '@voltframe/kit/react/components/svg-path';

/** The pictures of the sample projects, drawn from their texts: 640 × 400, with a scale line at y = 352. */
export const PROJECT_DRAWINGS: Readonly<Record<string, Drawing>> = {
  'cold-chain-watch': coldChain(),
  'town-hall-forms': townHall(),
  'greenhouse-rover': rover(),
  'museum-night-guide': museum(),
  'one-step-release': releases(),
  'delivery-note-reader': deliveryNote(),
  'booking-untangled': seam(),
  'tool-crib-arm': toolCrib(),
};

function times<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i));
}

/** A temperature between two limits. At the upper one the alarm sounds, also without a signal, and the van turns. */
function coldChain(): Drawing {
  const [warm, cold] = [150, 252];
  const temperatures: Point[] = [
    [40, 216],
    [78, 204],
    [112, 222],
    [148, 212],
    [168, 168],
    [192, 214],
    [240, 222],
    [296, 206],
    [340, 200],
    [372, 176],
    [424, 110],
    [462, 78],
    [500, 108],
    [528, 176],
    [556, 214],
    [600, 206],
  ];
  return {
    tone: boxOf(40, warm, 560, cold - warm),
    shade: boxOf(393.5, 60, 123, warm - 60),
    guide: `M40 ${warm}H600M40 ${cold}H600`,
    lines: `M250 290v10H560v-10M393.5 ${warm}V352`,
    current: curveOf(temperatures),
    mark: [393.5, warm],
    words: [
      [40, warm - 10, '8 °C', 'start'],
      [40, cold + 26, '2 °C', 'start'],
      [376, warm - 10, 'alarm', 'end'],
      [250, 328, 'no signal', 'start'],
    ],
  };
}

/** One question per page. A form that was begun on a phone continues on another device by a written code. */
function townHall(): Drawing {
  const rows = (x: number, width: number): string =>
    `M${x} 98${times(3, () => `h${width / 2}m${-width / 2} 10h${width}v30h${-width}z`).join('m0 54')}`;
  const filled = (x: number, width: number): string =>
    `M${x} 108h${width}v30h${-width}zm0 64h${width}v30h${-width}z`;
  return {
    tone: filled(84, 116) + filled(404, 152),
    shade: boxOf(266, 172, 48, 30),
    lines: `${boxOf(64, 52, 156, 276)}${rows(84, 116)}${boxOf(376, 68, 208, 218)}M480 286v42M424 328h112${rows(404, 152)}`,
    current: 'M94 123h72M94 187h50H266M314 187H476M414 123h98M414 251h60m6-8v16',
    mark: [290, 187],
    words: [[290, 162, 'code']],
  };
}

/** The route through every aisle; in the third row one plant differs from its neighbours. */
function rover(): Drawing {
  const rows = [120, 220, 320, 420, 520];
  const plant = 'l10 7 10-7m-10 7v9';
  const row = (x: number, y: number, count: number): string =>
    `M${x - 10} ${y}${times(count, () => plant).join('m-10 9')}`;
  const plants = rows.map((x) => (x === 320 ? row(x, 53, 5) + row(x, 203, 5) : row(x, 53, 11)));
  return {
    guide: 'M370 185V336H470V40H570V336',
    tone: rows.map((x) => boxOf(x - 22, 46, 44, 284)).join(''),
    shade: boxOf(298, 168, 44, 36),
    lines: plants.join(''),
    current: 'M70 336V40H170V336H270V40H370V171',
    rider: `${boxOf(357, 171, 26, 28)}M357 185h-20`,
    mark: [320, 185],
    words: rows.map((x, i): Word => [x, 380, String(i + 1)]),
  };
}

/** Floor plan of a fortress: numbers on the walls and the route to the deepest room. */
function museum(): Drawing {
  return {
    tone: 'M60 50H580V330H60V290H74V316H566V64H74V250H60z',
    shade: boxOf(400, 220, 166, 96),
    rider: circleOf(513, 270, 16),
    lines:
      'M60 250V50H580V330H60V290H74V316H566V64H74V250zM230 64v82M230 200v116M400 64v38M400 150v166M74 200h56M182 200h48M400 220h86M540 220h26M314 64v40M314 152v60M230 212h84',
    current: 'M34 270H156V172H272V126H513V270',
    mark: [513, 270],
    words: [
      [98, 110, '7'],
      [352, 300, '12'],
      [448, 278, '23'],
    ],
  };
}

/** Releases, first rare and large, then frequent and small, and the rollback by the same path. */
function releases(): Drawing {
  const blocks = [
    [52, 104, 214],
    [196, 84, 150],
    [314, 62, 100],
    [406, 44, 66],
    [474, 26, 44],
    [518, 16, 34],
    [552, 16, 34],
    [584, 16, 34],
  ] as const;
  const tops = blocks.map(([x, width, height]): Point => [x + width / 2, 330 - height]);
  return {
    tone: blocks.map(([x, width, height]) => boxOf(x, 330 - height, width, height)).join(''),
    shade: blocks
      .slice(5)
      .map(([x, width, height]) => boxOf(x, 330 - height, width, height))
      .join(''),
    lines: `M40 330H600${blocks.map(([x, width, height]) => boxOf(x, 330 - height, width, height)).join('')}`,
    current: `${pathOf([{ points: tops }])}M592 282c0-34-32-34-32-6m-7-8l7 8 8-8`,
    mark: [592, 296],
    words: [
      [52, 380, 'Saturday', 'start'],
      [600, 380, 'any day', 'end'],
    ],
  };
}

/** The image of a value directly above its typed text, for a person to compare. */
function deliveryNote(): Drawing {
  const hand = 'q7-16 14 0t14 0 14 0 14 0 14 0';
  /** The same, as the note lies on the desk. */
  const tilted = 'q5-17 14-2t14-2 14-2 14-2 14-2';
  const lines = times(7, (i) =>
    i === 3
      ? ''
      : `M${92 + i * 4} ${112 + i * 29}l${[150, 120, 158, 0, 96, 142, 64][i]}-${[18, 14, 19, 0, 12, 17, 8][i]}`,
  );
  return {
    tone: 'M64 84l200-26 36 244-200 26z',
    shade: 'M100 186l174-22 5 32-174 22z' + boxOf(384, 140, 196, 44),
    lines: `M64 84l200-26 36 244-200 26z${lines.join('')}M118 200${tilted}${boxOf(384, 72, 196, 36)}${boxOf(384, 140, 196, 100)}M384 184h196${boxOf(384, 272, 196, 36)}M398 168${hand}M398 90h80M398 290h54`,
    current: 'M100 186l174-22 5 32-174 22zM279 180H384M384 140h196v44h-196z',
    mark: [556, 212],
    words: [[410, 220, '48']],
  };
}

/** Copies of real requests pass through the new part. Both responses are compared; only the old one is sent. */
function seam(): Drawing {
  const parts = [
    [220, 80],
    [270, 110],
    [220, 150],
  ] as const;
  const boxes = parts.map(([x, y]) => boxOf(x, y, 24, 18)).join('');
  return {
    tone: boxOf(200, 56, 140, 140),
    shade: boxOf(340, 56, 44, 140) + boxOf(232, 250, 120, 62),
    guide: 'M340 40V212',
    lines: `${boxOf(200, 56, 184, 140)}${boxes}M244 89l26 30M232 98v52M244 159l38-31M294 119h68M40 126H200M384 126H464M496 126H600M590 119l10 7-10 7${boxOf(232, 250, 120, 62)}M250 270h84M250 290h52`,
    current: 'M120 126V281H232M352 281H480V144',
    mark: [480, 126],
    words: [
      [248, 40, 'bookings'],
      [412, 270, 'pricing'],
      [538, 112, 'agree?'],
    ],
  };
}

/** The arm takes a tool from the rack and puts it into the drawer, behind the light curtain, never into a hand. */
function toolCrib(): Drawing {
  const slot = 'h42v76h-42zm21 14v48m-9-48a9 9 0 1 0 18 0';
  const column = (x: number, y: number, count: number): string =>
    `M${x} ${y}${times(count, () => slot).join('m-30 76')}`;
  const joints = [
    [300, 236],
    [356, 112],
    [440, 172],
  ] as const;
  return {
    tone: [60, 118, 176].map((x) => boxOf(x, 72, 42, 256)).join(''),
    shade: boxOf(118, 162, 42, 76) + boxOf(470, 240, 110, 60),
    guide: 'M464 44V336',
    lines: [
      column(60, 72, 3) + column(118, 72, 1) + column(118, 252, 1) + column(176, 72, 3),
      boxOf(118, 162, 42, 76),
      boxOf(276, 300, 48, 36),
      'M300 300v-57M303 230l50-111M362 116l72 52',
      ...joints.map(([x, y]) => circleOf(x, y, 7)),
      'M440 179v16m-14 22v-14l14-8 14 8v14',
      `${boxOf(470, 240, 110, 60)}M580 228V312`,
    ].join(''),
    current: curveOf([
      [139, 200],
      [200, 44],
      [330, 36],
      [446, 56],
      [436, 280],
      [530, 270],
    ]),
    rider: 'M530 262v26m-9-26a9 9 0 1 0 18 0',
    mark: [530, 270],
    words: [
      [60, 56, 'rack', 'start'],
      [525, 334, 'drawer'],
    ],
  };
}
