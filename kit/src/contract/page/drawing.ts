/** A picture as SVG paths on a field of 640 × 400: its lines, and the one line that carries the current. */
export interface Drawing {
  lines: string;
  current: string;
  /** Dashed: a limit, or a way that is not taken. */
  guide?: string;
  /** Areas. */
  tone?: string;
  /** The moment or place that the picture is about. */
  mark?: readonly [x: number, y: number];
  words?: readonly (readonly [x: number, y: number, text: string])[];
}
