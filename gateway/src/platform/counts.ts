/**
 * Counts in memory that the database receives: a cell for each set of labels. The cells are in scopes (an app), and each
 * scope holds a limited number of them.
 */
export function createCounts<Cell>() {
  const scopes = new Map<string, Map<string, Cell>>();
  const all = (): Cell[] => [...scopes.values()].flatMap((cells) => [...cells.values()]);
  return {
    /**
     * @param most cells of the scope, this one included. @param make the cell before its first event.
     * @returns the cell; undefined when it does not exist and the scope is full.
     */
    cell(scope: string, key: string, most: number, make: () => Cell): Cell | undefined {
      let cells = scopes.get(scope);
      if (!cells) scopes.set(scope, (cells = new Map()));
      let cell = cells.get(key);
      if (cell === undefined && cells.size < most) cells.set(key, (cell = make()));
      return cell;
    },
    /** @returns all cells; there are none afterwards. */
    take(): Cell[] {
      const taken = all();
      scopes.clear();
      return taken;
    },
  };
}
