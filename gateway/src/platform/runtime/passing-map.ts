/**
 * A map of what is in progress. V8 copies the table of a `Map` whose entries come and go every few entries, and each
 * old table holds the next one. Once a table is in the old part of the heap, all later ones live until the whole heap
 * is collected, with the entries that they had: that would be every rendered page with its HTML. Here the tables hold
 * boxes, and the box of a deleted entry is empty.
 */
export class PassingMap<Key, Value extends object> {
  readonly #boxes = new Map<Key, { value: Value | undefined }>();

  get size(): number {
    return this.#boxes.size;
  }

  get(key: Key): Value | undefined {
    return this.#boxes.get(key)?.value;
  }

  /** @param key of no entry. */
  add(key: Key, value: Value): void {
    this.#boxes.set(key, { value });
  }

  delete(key: Key): void {
    const box = this.#boxes.get(key);
    if (box) box.value = undefined;
    this.#boxes.delete(key);
  }

  /** @returns the values in the order in which they were added. */
  values(): Value[] {
    const values: Value[] = [];
    // Without `Array.from`, which takes five times as long.
    for (const { value } of this.#boxes.values()) values.push(value!);
    return values;
  }
}
