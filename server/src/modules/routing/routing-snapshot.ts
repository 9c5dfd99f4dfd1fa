import type { GroupStrategy, ModelOwnerView } from '@turnpike/contract';
import {
  buildPriceBook,
  isFree,
  type Price,
  type PriceBook,
  type PriceRow,
} from '../../billing/price-book.ts';
import type { ProxyAddress } from '../../platform/net/proxy-address.ts';
import type { SecretFilter } from '../../platform/text/secret-filter.ts';
import { nextTurn } from '../../platform/turns.ts';
import type { Form, Provider, ProviderChannel } from '../../providers/provider.ts';
import type { BudgetRule } from '../budget/call-budgets.ts';
import type { CallLimits } from './call-limits.ts';
import { HourRoutes } from './hour-routes.ts';
import { LongList } from './long-list.ts';
import type { MemberOverrides } from './member-overrides.ts';
import type { CallTemplate } from './request-places.ts';
import { RouteCache } from './route-cache.ts';

/** A channel whose calls are signed. */
export interface SignedChannel {
  channel: ProviderChannel;
  /** Identifies the account, without its key. */
  account: string;
}

/** A channel ready to be called with one of its keys. */
export interface RoutingChannel {
  id: number;
  /** 0 where it has no key. */
  keyId: number;
  /** Others of its keys are turned on, too. */
  isOneOfKeys: boolean;
  name: string;
  provider: Provider;
  /** See `Provider.keeps`, with the channel's own values; null where nothing is kept. */
  keeps: string | null;
  /** Forms that its upstream offers. */
  forms: readonly Form[];
  origin: string;
  basePath: string;
  /** Nothing is put behind its path, which may have a query. */
  isWholeAddress: boolean;
  /** Null where its requests stay as they are. */
  overrides: MemberOverrides | null;
  headers: readonly string[];
  /** Filter of the secret parts of its key. */
  secrets: SecretFilter;
  /** By the name of a header, what of a call is filled into it; null where there is none. */
  headerTemplates: ReadonlyMap<string, CallTemplate> | null;
  /** Names of headers that the channel sets or leaves out, whatever a caller sends. */
  ownHeaders: ReadonlySet<string>;
  /** In place of `headers`, where a form has its own; the key is in these too. */
  formHeaders: ReadonlyMap<Form, readonly string[]>;
  /** Null where the headers are enough. */
  signed: SignedChannel | null;
  allowPrivateNetwork: boolean;
  /** Null where its upstream is called straight. */
  proxy: ProxyAddress | null;
  weight: number;
  priority: number;
  onlyChat: boolean;
  disabledStream: ReadonlySet<string>;
  models: readonly string[];
  groups: readonly string[];
  mapping: ReadonlyMap<string, string>;
  /** Limits of all its keys together. */
  limits: CallLimits | null;
  keyLimits: CallLimits | null;
  /** Budgets of all its keys together; null if it has none. */
  budgets: readonly BudgetRule[] | null;
  /** Share of the list price, in whole billionths; null if unknown. */
  costRatio: bigint | null;
  /** The same by the upstream's name of a model, where it differs. */
  modelCosts: ReadonlyMap<string, bigint>;
}

export interface RoutingGroup {
  symbol: string;
  name: string;
  /** Whole billionths. */
  ratio: bigint;
  ratioNumber: number;
  /** Limits of each of its users. */
  limits: CallLimits;
  /** Budgets of all its members together. */
  budgets: readonly BudgetRule[];
  isPublic: boolean;
  /** Chooses among channels of one priority. */
  strategy: GroupStrategy;
  /** A second channel is asked while the first one is silent; null: never. */
  hedge: GroupHedge | null;
}

export interface GroupHedge {
  afterMs: number;
  /** Largest share of the calls that may be asked twice. */
  percent: number;
}

/** Where something is kept, or calls go on: a channel, and the key of the account; key 0 stands for any. */
export interface ChannelPlace {
  channelId: number;
  keyId: number;
}

export const placeOf = ({ id, keyId }: RoutingChannel): ChannelPlace => ({ channelId: id, keyId });

export const isAt = ({ id, keyId }: RoutingChannel, place: ChannelPlace): boolean =>
  id === place.channelId && (place.keyId === 0 || keyId === place.keyId);

export const isSamePlace = (a: ChannelPlace, b: ChannelPlace): boolean =>
  a.channelId === b.channelId && (a.keyId === b.keyId || a.keyId === 0 || b.keyId === 0);

/** One way to serve a model: a channel with a key, what the model is called there, and what it costs. */
export interface Route {
  channel: RoutingChannel;
  upstreamModel: string;
  /** Name that the price was found by, and that the log shows. */
  billedModel: string;
  price: Price;
}

/** The share of the list price that a route costs, in whole billionths; null if unknown. */
export const costRatioOf = ({ channel, upstreamModel }: Route): bigint | null =>
  channel.modelCosts.get(upstreamModel) ?? channel.costRatio;

/** Ways to serve a model in a group, the highest priority first; those by the keys of one channel stand together. */
export interface Routes {
  routes: readonly Route[];
  /** Null where all their prices are the same at all times; see `routesAt`. */
  hours: HourRoutes<Route> | null;
  /** Channels serve the model, but it has no price. */
  isUnpriced: boolean;
}

const MAX_UNPRICED = 1000;
/** Prices that the search for models without one looks up, in all and in one turn of the event loop. */
const MAX_LOOKS = 1_000_000;
const LOOKS_A_TURN = 2000;

const NO_ROUTES: Routes = { routes: [], hours: null, isUnpriced: false };

interface SnapshotSource {
  groups: readonly RoutingGroup[];
  /** By each key; those of one channel stand together. */
  channels: readonly RoutingChannel[];
  /** Channels that are turned off, or whose keys are: what they would serve. */
  resting?: readonly Pick<RoutingChannel, 'models' | 'groups'>[];
  prices: readonly PriceRow[];
  /** Called for each unreadable price; its models then have none. */
  onUnreadablePrice?: (model: string, error: unknown) => void;
  owners?: ReadonlyMap<number, ModelOwnerView>;
  /** Longest time of a call. */
  callSeconds?: number;
}

/** Names of models that are added in one turn. */
const NAMES_A_TURN = 20_000;

/** Channels, groups and prices of one moment; never changed, only replaced. */
export class RoutingSnapshot {
  readonly version: number;
  readonly groups: ReadonlyMap<string, RoutingGroup>;
  readonly prices: PriceBook;
  /** Those that are turned on, by their numbers, each with the first of its keys. */
  readonly channels: ReadonlyMap<number, RoutingChannel>;
  readonly #byKeys: ReadonlyMap<number, readonly RoutingChannel[]>;
  readonly #exact = new Map<string, Map<string, LongList<RoutingChannel>>>();
  readonly #wildcards = new Map<string, { stem: string; channels: RoutingChannel[] }[]>();
  readonly #known = new RouteCache<Routes>();
  readonly #freeNames: readonly string[];
  readonly #groupsWithFreeModels = new Map<string, boolean>();
  readonly #owners: ReadonlyMap<number, ModelOwnerView>;
  readonly #indexing: Generator<void>;
  readonly #resting: readonly Pick<RoutingChannel, 'models' | 'groups'>[];
  #unpriced: Promise<readonly string[]> | null = null;

  constructor(
    version: number,
    source: SnapshotSource,
    { isIndexedLater = false }: { isIndexedLater?: boolean } = {},
  ) {
    this.version = version;
    this.groups = new Map(source.groups.map((group) => [group.symbol, group]));
    this.#byKeys = Map.groupBy(source.channels, ({ id }) => id);
    this.channels = new Map([...this.#byKeys].map(([id, byKey]) => [id, byKey[0] as RoutingChannel]));
    this.prices = buildPriceBook(source.prices, source.onUnreadablePrice, source.callSeconds);
    this.#freeNames = source.prices
      .filter(({ input, output }) => Number(input) === 0 && Number(output) === 0)
      .map(({ model }) => model);
    this.#owners = source.owners ?? new Map();
    this.#resting = source.resting ?? [];
    this.#indexing = this.#index();
    if (!isIndexedLater) for (const _ of this.#indexing);
  }

  /** Makes a snapshot some channels at a time, so that calls get their turns. */
  static async inTurns(...[version, source]: [number, SnapshotSource]): Promise<RoutingSnapshot> {
    const snapshot = new RoutingSnapshot(version, source, { isIndexedLater: true });
    for (const _ of snapshot.#indexing) await nextTurn();
    return snapshot;
  }

  /** Yields after a part. */
  *#index(): Generator<void> {
    const channels = [...this.channels.values()].sort((a, b) => b.priority - a.priority);
    let added = 0;
    for (const channel of channels) {
      for (const group of channel.groups)
        for (const model of channel.models) this.#add(group, model, channel);
      added += channel.groups.length * channel.models.length;
      if (added < NAMES_A_TURN) continue;
      added = 0;
      yield;
    }
    // The longest stem is the most particular one, so overlapping wildcards have one meaning.
    for (const list of this.#wildcards.values()) list.sort((a, b) => b.stem.length - a.stem.length);
  }

  /** Ways to serve a model; instant where it was asked for before. */
  routesFor(group: string, model: string): Routes {
    const key = `${group}\n${model}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const routes = this.#findRoutes(group, model);
    // Names that nothing serves are not kept: there is no end of them, and to find nothing is quick.
    if (routes !== NO_ROUTES) this.#known.set(key, routes);
    return routes;
  }

  /** Ways to serve a model by one channel of a group, whether or not the channel lists the model. */
  routesBy(channelId: number, { group, model }: { group: string; model: string }): Routes {
    const channel = this.channels.get(channelId);
    return channel?.groups.includes(group) ? this.#routesOf([channel], model) : NO_ROUTES;
  }

  /** A channel with the key that a place names. */
  channelAt(place: ChannelPlace): RoutingChannel | undefined {
    return this.#byKeys.get(place.channelId)?.find((channel) => isAt(channel, place));
  }

  /** The channels of a group, the highest priority first, with each of their keys; those of one channel stand together. */
  channelsOf(group: string): RoutingChannel[] {
    const channels = [...this.channels.values()].filter(({ groups }) => groups.includes(group));
    channels.sort((a, b) => b.priority - a.priority);
    return channels.flatMap(({ id }) => this.#byKeys.get(id) ?? []);
  }

  /** Whether a channel that is turned off would serve a model: it exists, but not now. */
  isResting(group: string, model: string): boolean {
    const serves = (name: string): boolean =>
      name.endsWith('*') ? model.startsWith(name.slice(0, -1)) : name === model;
    return this.#resting.some(({ models, groups }) => groups.includes(group) && models.some(serves));
  }

  /** Whether some model that the group can call costs nothing. */
  hasFreeModels(group: string): boolean {
    return getOrSet(this.#groupsWithFreeModels, group, () => {
      if (this.#freeNames.length === 0) return false;
      if (
        this.modelsOf(group).some((model) =>
          this.routesFor(group, model).routes.some(({ price }) => isFree(price)),
        )
      )
        return true;
      // A wildcard that overlaps with a free name may serve it.
      const stems = this.#freeNames.map((name) => name.replace(/\*$/, ''));
      return (this.#wildcards.get(group) ?? []).some(({ stem }) =>
        stems.some((free) => free.startsWith(stem) || stem.startsWith(free)),
      );
    });
  }

  /** Name of whom a model is of, by the price it is called at; the empty text: nobody known. */
  ownerOf(group: string, model: string): string {
    const price = this.routesFor(group, model).routes[0]?.price;
    return (price && this.#owners.get(price.channelType)?.name) ?? '';
  }

  /** Names that can be called in a group, wildcards left out. */
  modelsOf(group: string): string[] {
    const models = this.#exact.get(group)?.keys() ?? [];
    return [...models].filter((model) => this.routesFor(group, model).routes.length > 0).sort();
  }

  /** Whether some group's channels that are turned on serve a model. */
  serves(model: string): boolean {
    const isServed = (group: string): boolean =>
      this.#exact.get(group)?.has(model) === true ||
      this.#wildcards.get(group)?.some(({ stem }) => model.startsWith(stem)) === true;
    return [...new Set([...this.#exact.keys(), ...this.#wildcards.keys()])].some(isServed);
  }

  /** The name that the channels of a group list a model by: its own, or a wildcard; null if none does. */
  listedName(group: string, model: string): string | null {
    if (this.#exact.get(group)?.has(model) === true) return model;
    const wildcard = this.#wildcards.get(group)?.find(({ stem }) => model.startsWith(stem));
    return wildcard === undefined ? null : `${wildcard.stem}*`;
  }

  /** Models whose calls are refused in some group because they have no price; looked for once, at most 1 000. */
  unpricedModels(): Promise<readonly string[]> {
    this.#unpriced ??= this.#findUnpriced();
    return this.#unpriced;
  }

  /** Some milliseconds at a time. */
  async #findUnpriced(): Promise<readonly string[]> {
    const found = new Set<string>();
    let looks = 0;
    for (const models of this.#exact.values()) {
      for (const [model, channels] of models) {
        let isPriced = false;
        for (const channel of channels) {
          isPriced = this.prices.find(mapModel(channel, model).billedModel) !== undefined;
          looks += 1;
          if (looks % LOOKS_A_TURN === 0) await nextTurn();
          if (isPriced) break;
        }
        if (!isPriced) found.add(model);
        if (found.size === MAX_UNPRICED || looks > MAX_LOOKS) return [...found].sort();
      }
    }
    return [...found].sort();
  }

  #add(group: string, model: string, channel: RoutingChannel): void {
    if (model.endsWith('*')) {
      const list = getOrSet(this.#wildcards, group, () => []);
      const stem = model.slice(0, -1);
      const entry = list.find((one) => one.stem === stem);
      if (entry) entry.channels.push(channel);
      else list.push({ stem, channels: [channel] });
      return;
    }
    const models = getOrSet(this.#exact, group, () => new Map<string, LongList<RoutingChannel>>());
    let channels = models.get(model);
    if (channels === undefined) {
      channels = new LongList();
      models.set(model, channels);
    }
    channels.push(channel);
  }

  #findRoutes(group: string, model: string): Routes {
    const channels =
      this.#exact.get(group)?.get(model) ??
      this.#wildcards.get(group)?.find(({ stem }) => model.startsWith(stem))?.channels;
    return channels === undefined ? NO_ROUTES : this.#routesOf(channels, model);
  }

  #routesOf(channels: Iterable<RoutingChannel>, model: string): Routes {
    const routes: Route[] = [];
    for (const channel of channels) {
      const { upstreamModel, billedModel } = mapModel(channel, model);
      const price = this.prices.find(billedModel);
      if (price === undefined) continue;
      for (const byKey of this.#byKeys.get(channel.id) ?? [])
        routes.push({ channel: byKey, upstreamModel, billedModel, price });
    }
    return { routes, hours: HourRoutes.of(routes), isUnpriced: routes.length === 0 };
  }
}

/** A `+` before the target bills the requested name. Source: docs/reference/compatibility.md, "Channels". */
export function mapModel(
  { mapping }: { mapping: ReadonlyMap<string, string> },
  model: string,
): { upstreamModel: string; billedModel: string } {
  const target = mapping.get(model);
  if (target === undefined) return { upstreamModel: model, billedModel: model };
  if (target.startsWith('+')) return { upstreamModel: target.slice(1), billedModel: model };
  return { upstreamModel: target, billedModel: target };
}

function getOrSet<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
