import { type ChannelPlace, isAt, type Route } from '../../modules/routing/routing-snapshot.ts';
import { pickRoute } from './pick-route.ts';

/** Facts of a list of routes that a snapshot keeps, found once. */
interface RouteTable {
  /** Index of the first route of each channel of the highest priority, and of the end. */
  starts: readonly number[];
  /** Sums of weights up to and including each of these channels. */
  weights: readonly number[];
  /** Number of the channel of each route: to look through them is quicker than through the routes. */
  channelIds: Uint32Array;
  /** Some channel or key has limits or budgets. */
  isAnyLimited: boolean;
}

/** Shorter lists are looked through each time. Those that a call filters for itself are short, and leave no table behind. */
const MIN_ROUTES = 32;

const tables = new WeakMap<readonly Route[], RouteTable>();

/** Whether some channel or key has limits or budgets. */
export const isAnyLimited = (routes: readonly Route[]): boolean =>
  routes.length < MIN_ROUTES ? routes.some(isLimited) : tableOf(routes).isAnyLimited;

const isLimited = ({ channel }: Route): boolean =>
  channel.limits !== null || channel.keyLimits !== null || channel.budgets !== null;

function tableOf(routes: readonly Route[]): RouteTable {
  const known = tables.get(routes);
  if (known !== undefined) return known;
  const table = makeTable(routes);
  tables.set(routes, table);
  return table;
}

function makeTable(routes: readonly Route[]): RouteTable {
  const starts: number[] = [];
  const weights: number[] = [];
  const priority = routes[0]?.channel.priority;
  const channelIds = Uint32Array.from(routes, ({ channel }) => channel.id);
  let end = 0;
  let sum = 0;
  for (const { channel } of routes) {
    if (channel.priority !== priority) break;
    if (channel.id !== routes[end - 1]?.channel.id) {
      starts.push(end);
      sum += channel.weight;
      weights.push(sum);
    }
    end += 1;
  }
  starts.push(end);
  return { starts, weights, channelIds, isAnyLimited: routes.some(isLimited) };
}

/** As `pickRoute`, for a list that is asked for again and again. */
export function pickFromTable(routes: readonly Route[], chance: number): Route | undefined {
  if (routes.length < MIN_ROUTES) return pickRoute(routes, chance);
  const { starts, weights } = tableOf(routes);
  const wanted = chance * (weights.at(-1) ?? 0);
  let low = 0;
  let high = weights.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (wanted < (weights[middle] as number)) high = middle;
    else low = middle + 1;
  }
  const start = starts[low] as number;
  const keys = (starts[low + 1] as number) - start;
  const below = low === 0 ? 0 : (weights[low - 1] as number);
  const share = (wanted - below) / ((weights[low] as number) - below);
  return routes[start + Math.min(keys - 1, Math.floor(share * keys))];
}

/** The route of a place, in a list as of `pickFromTable`. */
export function routeAt(routes: readonly Route[], place: ChannelPlace): Route | undefined {
  if (routes.length < MIN_ROUTES) return routes.find(({ channel }) => isAt(channel, place));
  const first = tableOf(routes).channelIds.indexOf(place.channelId);
  for (let index = first; routes[index]?.channel.id === place.channelId; index += 1)
    if (isAt((routes[index] as Route).channel, place)) return routes[index];
  return undefined;
}
