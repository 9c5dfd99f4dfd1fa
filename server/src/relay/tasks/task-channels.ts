import type { Db } from '../../db/store.ts';
import { buildRoutingChannel, channelColumns } from '../../modules/routing/routing-rows.ts';
import type { RoutingChannel } from '../../modules/routing/routing-snapshot.ts';
import {
  CHANNEL_KEY_PURPOSE,
  CHANNEL_PROXY_PURPOSE,
  type RoutingTable,
} from '../../modules/routing/routing-table.ts';
import type { SealedAccount } from '../../modules/task/seal-accounts.ts';
import type { Clock } from '../../platform/clock.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import type { OpenTask } from './kept-task.ts';

/** A channel that is turned off is read again after this. */
const KNOWN_FOR_MS = 30_000;
const MAX_KNOWN = 1000;

/** Finds the channel and key that have a task, also if they are turned off or deleted: nobody else can ask about it. */
export class TaskChannels {
  readonly #db: Db;
  readonly #secretBox: SecretBox;
  readonly #routing: Pick<RoutingTable, 'current'>;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #resting = new Map<string, { channel: RoutingChannel; untilMs: number }>();

  constructor(needs: {
    db: Db;
    secretBox: SecretBox;
    routing: Pick<RoutingTable, 'current'>;
    clock: Pick<Clock, 'monotonicMs'>;
  }) {
    this.#db = needs.db;
    this.#secretBox = needs.secretBox;
    this.#routing = needs.routing;
    this.#clock = needs.clock;
  }

  /** @returns null if nothing is left of the account */
  async of(task: Pick<OpenTask, 'id' | 'channelId' | 'keyId' | 'platform'>): Promise<RoutingChannel | null> {
    const { channelId, keyId, platform } = task;
    const live = this.#routing.current.channelAt({ channelId, keyId });
    if (live?.provider.name === platform) return live;
    const key = `${channelId} ${keyId} ${platform}`;
    const known = this.#resting.get(key);
    if (known !== undefined && known.untilMs > this.#clock.monotonicMs()) return known.channel;
    const channel = await this.#readResting(task);
    // A deleted key is in the open tasks that it has, and in no other.
    if (channel === null) return null;
    if (this.#resting.size >= MAX_KNOWN) this.#resting.clear();
    this.#resting.set(key, { channel, untilMs: this.#clock.monotonicMs() + KNOWN_FOR_MS });
    return channel;
  }

  async #readResting({
    id,
    channelId,
    keyId,
    platform,
  }: Pick<OpenTask, 'id' | 'channelId' | 'keyId' | 'platform'>): Promise<RoutingChannel | null> {
    const row = await this.#db
      .selectFrom('channels')
      .select(channelColumns)
      .where('id', '=', channelId)
      .executeTakeFirst();
    if (row === undefined) return null;
    const key =
      keyId === 0
        ? undefined
        : await this.#db
            .selectFrom('channel_keys')
            .select('key_sealed')
            .where('id', '=', keyId)
            .executeTakeFirst();
    const sealed = key === undefined && keyId !== 0 ? await this.#sealedOf(id) : null;
    if (key === undefined && keyId !== 0 && sealed === null) return null;
    const sealedKey = key?.key_sealed ?? sealed?.key ?? '';
    const built = buildRoutingChannel({
      ...row,
      ...(sealed !== null && { type: sealed.type, base_url: sealed.base_url }),
      channelKey: sealedKey === '' ? '' : this.#secretBox.open(sealedKey, CHANNEL_KEY_PURPOSE),
      proxyUrl: row.proxy_sealed === '' ? '' : this.#secretBox.open(row.proxy_sealed, CHANNEL_PROXY_PURPOSE),
    });
    return built?.provider.name === platform ? { ...built, keyId } : null;
  }

  async #sealedOf(id: number): Promise<SealedAccount | null> {
    const row = await this.#db.selectFrom('tasks').select('sealed').where('id', '=', id).executeTakeFirst();
    return row === undefined || row.sealed === '' ? null : (JSON.parse(row.sealed) as SealedAccount);
  }
}
