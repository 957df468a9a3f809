import type { Drawing, Word } from '@voltframe/kit/contract/page/drawing';
import { type Point, boxOf, circleOf, curveOf, pathOf } from '@voltframe/kit/react/components/svg-path';

/** The pictures of the notes, drawn from the numbers in their texts: 640 × 400, with a scale line at y = 352. */
export const POST_DRAWINGS: Readonly<Record<string, Drawing>> = {
  'back-pressure-in-queues': queue(),
  'builds-that-repeat-exactly': bytes(),
  'coordinate-frames-unit-bugs': frames(),
  'deploy-page-groups-independently': pageGroups(),
  'evaluate-retrieval-before-shipping': ranking(),
  'expand-contract-column-rename': columns(),
  'firmware-updates-ab-slots': slots(),
  'http-caching-strong-validators': validators(),
  'idempotency-keys-that-hold': retries(),
  'model-behind-fallible-interface': bypass(),
  'mqtt-last-will-retained-state': lastWill(),
  'offline-first-mobile-sync': outbox(),
  'pid-loop-sampling-jitter': velocity(),
  'touch-targets-and-gestures': targets(),
};

function times<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i));
}

/** 100 jobs a second are processed; 120 a second arrive for ten minutes, then 80. Clients time out after 30 s. */
function queue(): Drawing {
  // A tick of the scale is a minute and a quarter.
  const at = (minute: number, jobs: number): Point => [
    40.6 + (558.8 * minute) / (19 * 1.25),
    330 - (260 * jobs) / 12_000,
  ];
  const [from, to] = [at(2.5, 3_000), at(17.5, 3_000)];
  return {
    tone: pathOf([{ points: [from, at(10, 12_000), to], closed: true }]),
    shade: pathOf([{ points: [at(0, 0), from, to, at(20, 0)], closed: true }]),
    guide: `M40 ${from[1]}H600`,
    lines: 'M40 330H600M275.9 70V352M511.2 330V352',
    current: pathOf([{ points: [at(0, 0), at(10, 12_000), at(20, 0), at(23.75, 0)] }]),
    mark: [275.9, 70],
    words: [
      [296, 66, '12,000 jobs', 'start'],
      [600, 254, '30 s', 'end'],
      [275.9, 380, '10 min'],
      [511.2, 380, '20 min'],
    ],
  };
}

/** Two builds of the same commit: one of 48 bytes differs. */
function bytes(): Drawing {
  const rows = [0xb2, 0x5d, 0xe9, 0x36, 0x8b, 0xd4];
  const cell = 29;
  const grid = (left: number): string =>
    `${times(7, (i) => `M${left} ${80 + i * cell}h${8 * cell}`).join('')}${times(9, (i) => `M${left + i * cell} 80v${6 * cell}`).join('')}`;
  const set = (left: number, other: boolean): string =>
    rows
      .flatMap((bits, row) =>
        times(8, (bit) =>
          (((bits >> bit) & 1) === 1) !== (other && row === 3 && bit === 5)
            ? boxOf(left + bit * cell + 4, 80 + row * cell + 4, 21, 21)
            : '',
        ),
      )
      .join('');
  return {
    tone: set(56, false) + set(352, true),
    shade: boxOf(201, 167, cell, cell) + boxOf(497, 167, cell, cell),
    lines: grid(56) + grid(352),
    current: `${boxOf(201, 167, cell, cell)}${boxOf(497, 167, cell, cell)}M215 196V300H511V196`,
    mark: [363, 300],
    words: [
      [172, 62, 'Monday'],
      [468, 62, 'Tuesday'],
    ],
  };
}

/** A point in the camera frame, used as a point in the base frame: the robot misses the marker by two metres. */
function frames(): Drawing {
  const axes = ([x, y]: Point, turn: number): string => {
    const arrow = (angle: number): string => {
      const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
      const tip: Point = [x + dx * 62, y + dy * 62];
      const barb = (side: number): Point => [
        tip[0] - 11 * dx + side * 6 * dy,
        tip[1] - 11 * dy - side * 6 * dx,
      ];
      return pathOf([{ points: [[x, y], tip, barb(1)] }, { points: [tip, barb(-1)] }]);
    };
    return arrow(turn) + arrow(turn - Math.PI / 2);
  };
  return {
    tone: boxOf(494, 98, 28, 28),
    shade: boxOf(354, 98, 28, 28),
    guide: 'M196 232L508 112',
    lines: `${axes([110, 290], 0)}${axes([196, 232], -0.6)}${boxOf(494, 98, 28, 28)}M494 98l28 28M522 98l-28 28M368 66h140M368 58v16M508 58v16${boxOf(354, 98, 28, 28)}`,
    current: curveOf([
      [110, 290],
      [190, 300],
      [290, 264],
      [346, 190],
      [368, 112],
    ]),
    mark: [368, 112],
    words: [
      [438, 50, '2 m'],
      [120, 322, 'base'],
      [220, 257, 'camera'],
    ],
  };
}

/** Three page groups are deployed independently; a visitor moves between them without noticing. */
function pageGroups(): Drawing {
  const lanes = [96, 192, 288];
  const ships = [
    [84, 130, 196, 232, 330, 388, 470, 560],
    [150, 420, 536],
    [236, 300],
  ];
  const deploys = ships.map((at, lane) => at.map((x) => boxOf(x - 6, lanes[lane]! - 16, 12, 32)).join(''));
  return {
    tone: deploys[0]! + deploys[2]!,
    shade: deploys[1]!,
    lines: lanes.map((y) => `M40 ${y}H600`).join('') + deploys.join(''),
    current: 'M40 96H240c40 0 20 96 60 96H400c40 0 20 96 60 96H600',
    mark: [420, 192],
    words: [
      [40, 70, '/', 'start'],
      [40, 166, '/blog', 'start'],
      [40, 262, '/legal', 'start'],
    ],
  };
}

/** Search results, best first: the right passage has rank 4; results below the threshold count as “not found”. */
function ranking(): Drawing {
  const scores = [540, 506, 470, 388, 352, 330, 246, 214, 190, 150];
  const bar = (i: number): string => boxOf(40, 54 + i * 28, scores[i]!, 14);
  return {
    tone: scores.map((_, i) => (i === 3 ? '' : bar(i))).join(''),
    shade: bar(3),
    guide: 'M300 40V340',
    lines: scores.map((_, i) => (i === 3 ? '' : bar(i))).join(''),
    current: bar(3),
    mark: [428, 145],
    words: [
      [448, 152, 'rank 4', 'start'],
      [316, 332, 'not found', 'start'],
    ],
  };
}

/** The six steps of a migration: both columns exist for a while, and reads switch at the fourth step. */
function columns(): Drawing {
  const step = (i: number): number => 40 + Math.round((i * 560) / 6);
  return {
    tone: boxOf(step(1), 84, step(4) - step(1), 192),
    shade: boxOf(step(3), 232, 600 - step(3), 44),
    // The first guide leaves a gap for the name of the column.
    guide: times(5, (i) => `M${step(i + 1)} 60V${i === 0 ? `280M${step(1)} 312V340` : '340'}`).join(''),
    lines: boxOf(40, 84, step(5) - 40, 44) + boxOf(40, 232, 560, 44),
    current: `M40 106H${step(3)}V254H600`,
    mark: [step(3), 254],
    words: [
      [40, 74, 'total', 'start'],
      [40, 302, 'total_cents', 'start'],
      ...times(6, (i): Word => [step(i) + 47, 380, String(i + 1)]),
    ],
  };
}

/** The new firmware is written to the other slot and runs on trial; the old firmware stays. */
function slots(): Drawing {
  const rows = (x: number, count: number): string =>
    times(count, (i) => boxOf(x + 14, 154 - i * 24, 152, 14)).join('');
  return {
    tone: rows(90, 4),
    shade: rows(370, 3),
    guide: 'M276 268V222H180V182m-7 9l7-9 7 9',
    lines: `${boxOf(90, 56, 180, 126)}${boxOf(370, 56, 180, 126)}${boxOf(250, 268, 140, 56)}`,
    current: 'M364 268V222H460V182m-7 9l7-9 7 9',
    mark: [460, 118],
    words: [
      [180, 44, 'A'],
      [460, 44, 'B'],
      [320, 302, 'boot'],
    ],
  };
}

/** The first response has a body and an ETag. Later requests send the ETag, and the response 304 has no body. */
function validators(): Drawing {
  return {
    tone: 'M524 106L116 130V214L524 190z',
    shade: 'M116 246L524 268V282L116 306z',
    lines:
      'M116 52V336M524 52V336M116 74L524 96m-11-6l11 6-12 5M524 106L116 130V214L524 190M116 246L524 268m-11-6l11 6-12 5',
    current: 'M524 282L116 306m12-7l-12 7 12 6',
    mark: [116, 306],
    words: [
      [320, 168, '200 + body'],
      [320, 322, '304'],
      [160, 238, 'ETag'],
    ],
  };
}

/** The same request three times, because the first response was lost: one key, one entry, the same response. */
function retries(): Drawing {
  const again = (y: number): string => `M60 ${y}H300v26H76m11-6l-11 6 11 6`;
  return {
    tone: boxOf(300, 56, 28, 272),
    shade: boxOf(460, 60, 120, 60),
    lines: `${boxOf(300, 56, 28, 272)}M300 116H168m-9-9l18 18m0-18l-18 18${again(190)}${again(270)}${boxOf(460, 60, 120, 60)}M478 80h84M478 100h52${boxOf(460, 120, 120, 60)}${boxOf(460, 180, 120, 60)}`,
    current: 'M60 90H300M328 90H460m-11-6l11 6-11 6',
    mark: [314, 90],
    words: [
      [394, 322, 'one key'],
      [66, 70, '1'],
      [66, 180, '2'],
      [66, 260, '3'],
    ],
  };
}

/** A circuit breaker between caller and model: while it is open, a rule answers. */
function bypass(): Drawing {
  return {
    tone: boxOf(300, 90, 180, 120),
    shade: 'M174 150L240 104L246 150z',
    guide: 'M480 150H534',
    lines: `${boxOf(300, 90, 180, 120)}${circleOf(174, 150, 6)}${circleOf(246, 150, 6)}M179 146L240 104M252 150H300M320 170q20-80 40-20t40-10 40 0 20 10`,
    current: 'M40 150H168M110 150V282H534V150H600m-11-6l11 6-11 6',
    mark: [174, 150],
    words: [
      [390, 76, 'model'],
      [322, 270, 'rule'],
      [200, 94, 'open'],
    ],
  };
}

/** The device stops sending; after 1.5 intervals the broker publishes and retains the last will. */
function lastWill(): Drawing {
  const beats = times(3, (i) => `h${i === 0 ? 10 : 88}v-56h12v56`).join('');
  const gone = 40 + 10 + 2 * 88 + 3 * 12;
  return {
    tone: boxOf(gone, 84, 150, 66),
    shade: boxOf(gone, 220, 150, 80),
    guide: `M${gone} 150H${gone + 150}`,
    lines: `M40 150${beats}M${gone} 64V300M${gone + 150} 64V300M${gone} 74h150`,
    current: `M40 220H${gone + 150}V300H600`,
    mark: [gone + 150, 300],
    words: [
      [gone + 75, 54, '1.5 ×'],
      [88, 210, 'online'],
      [gone + 222, 290, 'offline'],
    ],
  };
}

/** Changes made without a signal wait on the phone and are sent in order when the signal is back. */
function outbox(): Drawing {
  const done = [176, 206, 262, 288, 342, 372, 396];
  const sent = done.map((_, i) => 452 + i * 17);
  return {
    tone: boxOf(150, 56, 280, 276),
    shade: 'M452 96H554l18 204H470z',
    lines: `M40 96H600M40 300H600${done.map((x) => circleOf(x, 96, 6)).join('')}M70 96l10 204M112 96l10 204`,
    current: sent.map((x) => `M${x} 96l18 204`).join(''),
    mark: [452, 96],
    words: [
      [40, 76, 'phone', 'start'],
      [40, 326, 'server', 'start'],
      [290, 208, 'no signal'],
    ],
  };
}

/** A steady 1 rad/s, sampled after 10, 12 and 8 ms and always divided by 10 ms. */
function velocity(): Drawing {
  const samples = [56, 136, 216, 312, 376, 456, 536, 600];
  return {
    guide: 'M40 210H600',
    lines: `M56 84H600${samples.map((x) => `M${x} 76v16`).join('')}M216 92V124M312 92V124M376 92V286`,
    tone: boxOf(216, 124, 96, 86),
    shade: boxOf(312, 210, 64, 76),
    current: 'M40 210H216V124H312V286H376V210H600',
    mark: [312, 124],
    words: [
      [176, 64, '10'],
      [264, 64, '12 ms'],
      [344, 64, '8'],
      [136, 146, '1.2 rad/s'],
    ],
  };
}

/** An icon of 24 pixels with a touch target of 44, its neighbours, and the contact area of a thumb. */
function targets(): Drawing {
  const target = (x: number): string => boxOf(x - 33, 155, 66, 66);
  return {
    tone: circleOf(352, 216, 44),
    shade: target(320),
    guide: `${boxOf(84, 128, 120, 120)}${boxOf(436, 128, 120, 120)}M600 92A330 330 0 0 0 250 340`,
    lines: `${target(144)}${target(320)}${target(496)}M260 276h120M260 268v16M380 268v16M287 108h66M287 100v16M353 100v16`,
    current: boxOf(260, 128, 120, 120),
    mark: [352, 216],
    words: [
      [320, 306, '44'],
      [320, 92, '24'],
    ],
  };
}
