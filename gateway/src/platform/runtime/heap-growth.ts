import v8 from 'node:v8';

/** By how much the heap may grow between two collections of its old generation, of the size after the last one. */
const GROWTH_PERCENT = 25;

/**
 * V8 lets a small heap grow to several times of what is alive before it collects the old generation: while a catalogue
 * was rendered, from 50 to 150 MB. A collection runs beside the thread, except for some milliseconds.
 */
export function limitHeapGrowth(): void {
  v8.setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
