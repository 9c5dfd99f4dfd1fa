/** The items with one of them a place earlier (-1) or later (1). */
export function movedItem<Item>(items: readonly Item[], index: number, by: -1 | 1): Item[] {
  const moved = [...items];
  moved.splice(index + by, 0, ...moved.splice(index, 1));
  return moved;
}
