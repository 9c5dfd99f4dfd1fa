import { channelStatus } from '@turnpike/contract';
import { parseDecimal } from '../../billing/decimal.ts';
import type { Db } from '../../db/store.ts';
import type { ChannelTable } from '../../db/tables.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { findProvider } from '../../providers/provider-registry.ts';
import { readOwners } from '../model/model-owner-repository.ts';
import { type RoutingChannel, type RoutingGroup, RoutingSnapshot } from './routing-snapshot.ts';

/** Purpose that a channel's key is sealed for. */
export const CHANNEL_KEY_PURPOSE = 'channel key';

const channelColumns = [
  'id',
  'type',
  'key_sealed',
  'name',
  'weight',
  'priority',
  'base_url',
  'models',
  'group',
  'model_mapping',
  'disabled_stream',
  'only_chat',
  'allow_private_network',
] as const;

export type RoutableChannelRow = Pick<ChannelTable, Exclude<(typeof channelColumns)[number], 'id'>> & {
  id: number;
};

/** The snapshot in use, and how it is replaced when something changes. */
export class RoutingTable {
  current = new RoutingSnapshot(0, { groups: [], channels: [], prices: [] });
  readonly #db: Db;
  readonly #secretBox: SecretBox;
  #reloading: Promise<void> | null = null;
  #again = false;

  constructor({ db, secretBox }: { db: Db; secretBox: SecretBox }) {
    this.#db = db;
    this.#secretBox = secretBox;
  }

  /** Reads everything again; calls that come meanwhile share one more reading. */
  reload(): Promise<void> {
    if (this.#reloading !== null) {
      this.#again = true;
      return this.#reloading;
    }
    this.#reloading = this.#reloadUntilQuiet().finally(() => {
      this.#reloading = null;
    });
    return this.#reloading;
  }

  async #reloadUntilQuiet(): Promise<void> {
    do {
      this.#again = false;
      const [channels, resting, groups, prices, owners] = await Promise.all([
        this.#db
          .selectFrom('channels')
          .select(channelColumns)
          .where('status', '=', channelStatus.enabled)
          .where('deleted_time', '=', 0)
          .execute(),
        this.#db
          .selectFrom('channels')
          .select(['models', 'group'])
          .where('status', '!=', channelStatus.enabled)
          .where('deleted_time', '=', 0)
          .execute(),
        this.#db
          .selectFrom('user_groups')
          .select(['symbol', 'name', 'ratio', 'api_rate', 'public'])
          .where('enable', '=', 1)
          .execute(),
        this.#db
          .selectFrom('prices')
          .select(['model', 'version', 'type', 'channel_type', 'input', 'output', 'extra_ratios'])
          .execute(),
        readOwners(this.#db),
      ]);
      this.current = new RoutingSnapshot(this.current.version + 1, {
        channels: channels.map((row) => toRoutingChannel(row, this.#secretBox)).filter((one) => one !== null),
        groups: groups.map(
          (row): RoutingGroup => ({
            symbol: row.symbol,
            name: row.name,
            ratio: parseDecimal(row.ratio),
            ratioNumber: Number(row.ratio),
            apiRate: row.api_rate,
            isPublic: row.public === 1,
          }),
        ),
        resting: resting.map((row) => ({ models: splitNames(row.models), groups: splitNames(row.group) })),
        prices,
        owners,
      });
    } while (this.#again);
  }
}

/** @returns null when the channel's type has no provider or its key cannot be opened */
export function toRoutingChannel(row: RoutableChannelRow, secretBox: SecretBox): RoutingChannel | null {
  const provider = findProvider(row.type);
  if (provider === undefined) return null;
  let channelKey: string;
  try {
    channelKey = row.key_sealed === '' ? '' : secretBox.open(row.key_sealed, CHANNEL_KEY_PURPOSE);
  } catch {
    return null;
  }
  return buildRoutingChannel({ ...row, channelKey });
}

/** A channel to call, from a stored row or from a form that is only tested. */
export function buildRoutingChannel(
  row: Omit<RoutableChannelRow, 'key_sealed'> & { channelKey: string },
): RoutingChannel | null {
  const provider = findProvider(row.type);
  if (provider === undefined) return null;
  const address = row.base_url || provider.baseUrl;
  const url = address === '' ? null : URL.parse(address);
  if (url === null && provider.answerLocally === undefined) return null;
  const headers = provider.headers({ channelKey: row.channelKey, baseUrl: address });
  return {
    id: row.id,
    name: row.name,
    provider,
    origin: url?.origin ?? '',
    basePath: url === null ? '' : url.pathname.replace(/\/+$/, ''),
    headers: [
      ...Object.entries(headers).flat(),
      ...['content-type', 'application/json', 'accept-encoding', 'identity'],
    ],
    allowPrivateNetwork: row.allow_private_network === 1,
    weight: Math.max(1, row.weight),
    priority: row.priority,
    onlyChat: row.only_chat === 1,
    disabledStream: new Set(JSON.parse(row.disabled_stream) as string[]),
    models: splitNames(row.models),
    groups: splitNames(row.group),
    mapping: new Map(
      Object.entries(row.model_mapping === '' ? {} : (JSON.parse(row.model_mapping) as object)),
    ),
  };
}

const splitNames = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
];
