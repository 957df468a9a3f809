import { FIELD, LIVE, type Shift, current, lane } from './strands.ts';

/** A disturbance that runs through the current from left to right, in units of the field. */
interface Pulse {
  /** Its middle. */
  x: number;
  /** Where it was sent: strands near this height move most, and the live one always. */
  y: number;
}
/** From the middle of a pulse to where it is too small to be seen. */
const REACH = 200;
const WIDTH = 95;
const HEIGHT = 120;
const WAVE = 0.042;

/** Units of the field a millisecond. */
const SPEED = 1.15;
/** Least time between two pulses, ms. */
const PAUSE_MS = 450;

/** @returns the sum of the shifts by all pulses */
export const shiftBy =
  (pulses: readonly Pulse[]): Shift =>
  (i, x, corners) =>
    pulses.reduce((sum, pulse) => {
      const [dx, dy] = [(x - pulse.x) / WIDTH, (lane(i) - pulse.y) / 90];
      const wave = Math.cos((x - pulse.x) * WAVE + (i - LIVE) * 1.3);
      const near = i === LIVE ? 1 : 0.25 + 0.5 * Math.exp(-dy * dy);
      return sum + HEIGHT * near * Math.exp(-dx * dx) * (corners ? 0.8 * Math.sign(wave) : wave);
    }, 0);

/**
 * Sends one pulse through the current now, and one when a pointer moves over it or taps it. It draws only while a
 * pulse is on its way and the current is in view, and never with reduced motion.
 * @param field the drawing with its four paths: the second is the frame
 * @returns a function that stops it
 */
export function stir(field: SVGSVGElement): () => void {
  const [loose, , ordered, alive] = field.querySelectorAll('path');
  const paths = { loose, ordered, alive };
  const calmer = matchMedia('(prefers-reduced-motion: reduce)');
  let sent: { at: number; y: number }[] = [];
  let [frame, sentAt] = [0, -PAUSE_MS];

  /** @returns the box of the drawing, if it is in view and may move */
  const box = (): DOMRect | undefined => {
    const found = field.getBoundingClientRect();
    return calmer.matches || found.bottom < 0 || found.top > innerHeight ? undefined : found;
  };
  const draw = (now: number): void => {
    const pulses = sent.map(({ at, y }): Pulse => ({ x: (now - at) * SPEED - REACH, y }));
    sent = box() ? sent.filter((_, n) => pulses[n]!.x < FIELD.width + REACH) : [];
    const moving = sent.length > 0;
    for (const [name, d] of Object.entries(current(moving ? shiftBy(pulses) : undefined))) {
      const path = paths[name as keyof typeof paths]!;
      if (path.getAttribute('d') !== d) path.setAttribute('d', d);
    }
    frame = moving ? requestAnimationFrame(draw) : 0;
  };
  const send = (at: number, y: number): void => {
    if (at - sentAt < PAUSE_MS) return;
    sentAt = at;
    sent.push({ at, y });
    frame ||= requestAnimationFrame(draw);
  };
  const onPointer = ({ clientY, timeStamp }: PointerEvent): void => {
    const place = box();
    const y = place && ((clientY - place.top) / place.height) * FIELD.height;
    if (y! > 0 && y! < FIELD.height) send(timeStamp, y!);
  };
  const told = ['pointermove', 'pointerdown'] as const;
  for (const name of told) addEventListener(name, onPointer, { passive: true });
  if (box()) send(performance.now(), FIELD.height / 2);
  return () => {
    for (const name of told) removeEventListener(name, onPointer);
    cancelAnimationFrame(frame);
  };
}
