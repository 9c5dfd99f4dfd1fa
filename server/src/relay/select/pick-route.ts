import type { Route } from '../../modules/routing/routing-snapshot.ts';

/**
 * Chooses a channel by its weight, independent of its number of keys, and one of its keys evenly.
 * @param routes by descending priority; the keys of one channel are adjacent
 * @param chance from 0 up to 1; the rest within the channel's share chooses the key
 */
export function pickRoute(routes: readonly Route[], chance: number): Route | undefined {
  const first = routes[0];
  if (first === undefined || routes.length === 1) return first;
  let weights = 0;
  let count = 0;
  let lastId = 0;
  for (const { channel } of routes) {
    if (channel.priority !== first.channel.priority) break;
    if (channel.id !== lastId) weights += channel.weight;
    lastId = channel.id;
    count += 1;
  }
  let left = chance * weights;
  for (let start = 0; start < count; ) {
    const { id, weight } = (routes[start] as Route).channel;
    let end = start + 1;
    while (end < count && routes[end]?.channel.id === id) end += 1;
    if (left < weight) return routes[start + Math.floor((left / weight) * (end - start))];
    left -= weight;
    start = end;
  }
  return first;
}
