import { FIELD, FRAME, LIVE, LOOSE, REACH, strand } from './strands.ts';

/** Share of a disturbance that remains after 1/60 s. */
const DECAY = 0.95;
const FRAME_MS = 1000 / 60;
/** A smaller disturbance is invisible. */
const STILL = 0.004;
/** Pixels of pointer movement that cause the largest disturbance; scrolling needs twice as many. */
const FULL_WAY = 140;

/** The paths that move; `ordered` is the part of the live strand from the left edge of the frame on. */
export interface Stirred {
  field: SVGSVGElement;
  loose: SVGPathElement;
  alive: SVGPathElement;
  ordered: string;
}

/**
 * Lets pointer and scrolling disturb the strands to the left of the frame, until they come to rest. It draws only while
 * a disturbance lasts and the current is in view, and never with reduced motion.
 * @returns a function that stops it
 */
export function stir({ field, loose, alive, ordered }: Stirred): () => void {
  const calmer = matchMedia('(prefers-reduced-motion: reduce)');
  const unrest = { swell: 0, phase: 0, x: 0, y: 0, force: 0 };
  let [frame, drawnAt, scrolled] = [0, 0, scrollY];
  let pointer: [number, number] | undefined;

  const inSight = (): boolean => {
    const { top, bottom } = field.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };
  const draw = (now: number): void => {
    // Limits the first step after a pause.
    const steps = Math.min(3, (now - drawnAt) / FRAME_MS || 1);
    drawnAt = now;
    unrest.phase += 0.11 * steps;
    unrest.swell *= DECAY ** steps;
    unrest.force *= DECAY ** steps;
    const still = !inSight() || calmer.matches || unrest.swell + unrest.force < STILL;
    if (still) unrest.swell = unrest.force = 0;
    const shown = still ? undefined : unrest;
    loose.setAttribute('d', LOOSE.map((i) => strand(i, shown)).join(''));
    alive.setAttribute('d', strand(LIVE, shown) + ordered);
    frame = still ? 0 : requestAnimationFrame(draw);
  };
  const start = (): void => {
    if (inSight() && !calmer.matches) frame ||= requestAnimationFrame(draw);
  };
  const onMove = ({ clientX, clientY, pointerType }: PointerEvent): void => {
    if (pointerType === 'touch') return;
    const [x, y] = pointer ?? [clientX, clientY];
    pointer = [clientX, clientY];
    const matrix = field.getScreenCTM();
    if (!matrix) return;
    const at = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    if (at.x > FRAME.left + REACH || at.y < -REACH || at.y > FIELD.height + REACH) return;
    [unrest.x, unrest.y] = [at.x, at.y];
    unrest.force = Math.min(1, unrest.force + Math.hypot(clientX - x, clientY - y) / FULL_WAY);
    start();
  };
  const onScroll = (): void => {
    unrest.swell = Math.min(1, unrest.swell + Math.abs(scrollY - scrolled) / FULL_WAY / 2);
    scrolled = scrollY;
    start();
  };
  addEventListener('pointermove', onMove, { passive: true });
  addEventListener('scroll', onScroll, { passive: true });
  return () => {
    removeEventListener('pointermove', onMove);
    removeEventListener('scroll', onScroll);
    cancelAnimationFrame(frame);
  };
}
