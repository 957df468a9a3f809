import type { VisibilityObserver } from '@voltframe/kit/react/refusable';

const TIMING: KeyframeAnimationOptions = {
  duration: 900,
  easing: 'cubic-bezier(0.4, 0, 0.4, 1)',
  fill: 'backwards',
};
const SAMPLES = 24;
/** A mark at most this far from the current appears when the current passes it. */
const NEAR = 60;

interface DrawingsPorts {
  document: Document;
  reducedMotion(): boolean;
  /** @returns null where the browser cannot observe: then drawings only answer the pointer */
  makeObserver(onVisible: (drawing: Element) => void): VisibilityObserver | null;
}

/**
 * Moves the drawings of `drawingSvg` (kit/src/contract/page/drawing.ts): seen for the first time, the current of a
 * drawing is drawn once, its rider moves with it, and its mark appears. A pointer over the drawing, or over the link or
 * the article around it, repeats that. Nothing moves with reduced motion.
 */
export function createDrawings({ document, reducedMotion, makeObserver }: DrawingsPorts) {
  const known = new WeakSet<Element>();
  const waiting = new WeakMap<Element, Animation[]>();
  const playing = new WeakMap<Element, Animation[]>();
  const observer = makeObserver((drawing) => {
    observer?.unobserve(drawing);
    const animations = waiting.get(drawing) ?? [];
    waiting.delete(drawing);
    for (const animation of animations) {
      if (reducedMotion()) animation.cancel();
      else animation.play();
    }
    playing.set(drawing, animations);
  });

  document.addEventListener('pointerover', ({ target, relatedTarget }) => {
    const area = target instanceof Element && target.closest('a, article, svg');
    if (!area || (relatedTarget instanceof Node && area.contains(relatedTarget))) return;
    const drawing = area.querySelector(':scope .current')?.closest('svg');
    if (!drawing || waiting.has(drawing) || reducedMotion()) return;
    if (playing.get(drawing)?.some(({ playState }) => playState === 'running')) return;
    playing.set(drawing, animate(drawing));
  });

  return {
    /** The page is idle, or another page is shown: its drawings wait for their first sight. */
    look(): void {
      if (!observer || reducedMotion()) return;
      for (const current of document.querySelectorAll('svg > .current')) {
        const drawing = current.parentElement!;
        if (known.has(drawing)) continue;
        known.add(drawing);
        const animations = animate(drawing);
        for (const animation of animations) animation.pause();
        waiting.set(drawing, animations);
        observer.observe(drawing);
      }
    },
  };
}

/** @returns the running animations of a drawing; none if the browser cannot measure its current */
function animate(drawing: Element): Animation[] {
  const current = drawing.querySelector<SVGPathElement>('.current')!;
  const rider = drawing.querySelector('.rider');
  const mark = drawing.querySelector<SVGCircleElement>('circle');
  const length = current.getTotalLength();
  if (length === 0) return [];
  const line = { strokeDasharray: `${length} ${length}`, stroke: 'var(--volt-line)' };
  const animations = [
    current.animate(
      [
        { ...line, strokeDashoffset: length },
        { ...line, strokeDashoffset: 0 },
      ],
      TIMING,
    ),
  ];
  if (!rider && !mark) return animations;
  const places = Array.from({ length: SAMPLES + 1 }, (_, n) =>
    current.getPointAtLength((n / SAMPLES) * length),
  );
  if (rider) animations.push(rider.animate(ride(places), TIMING));
  if (mark) animations.push(mark.animate(appear(passing(places, mark)), TIMING));
  return animations;
}

/** A rider is drawn at the end of the current. */
function ride(places: readonly DOMPoint[]): Keyframe[] {
  const end = places[places.length - 1]!;
  return places.map(({ x, y }) => ({ transform: `translate(${x - end.x}px, ${y - end.y}px)` }));
}

/** @returns the share of the way at which the current is nearest to the mark, or its end if it is never near */
function passing(places: readonly DOMPoint[], mark: SVGCircleElement): number {
  const [x, y] = ['cx', 'cy'].map((name) => Number(mark.getAttribute(name)));
  const far = places.map((place) => Math.hypot(place.x - x!, place.y - y!));
  const nearest = Math.min(...far);
  return nearest > NEAR ? 1 : far.indexOf(nearest) / SAMPLES;
}

/** A mark appears larger than it stays. @param from share of the way */
function appear(from: number): Keyframe[] {
  const start = Math.min(from, 0.7);
  return [
    { transform: 'scale(0)', offset: 0 },
    { transform: 'scale(0)', offset: start },
    { transform: 'scale(2.6)', offset: start + 0.12 },
    { transform: 'scale(1)', offset: 1 },
  ];
}
