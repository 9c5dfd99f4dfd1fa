import { channelStatus, formatGatewayNote, logType } from '@turnpike/contract';
import type { Transaction } from 'kysely';
import { insertLogNote } from '../../db/log-note.ts';
import type { Tables } from '../../db/tables.ts';
import { newRequestId } from '../../platform/secrets/random-ids.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { notify } from '../notification/notify.ts';
import { listKeys, updateKeys } from './channel-key-repository.ts';
import { lockChannel, updateChannel } from './channel-repository.ts';

export type StateDeps = Pick<ModuleDeps, 'db' | 'clock' | 'jobRunner'> & {
  /** Calls are routed by the change when it returns. */
  routingChanged(): Promise<void>;
};

/** A failure that turns a key or a channel off. */
export interface DisablingFailure {
  channelId: number;
  /** 0: the channel has no key, or the failure is the channel's. */
  keyId: number;
  /** Catalogue code. */
  code: string;
}

/**
 * Turns a key off after a failure, and its channel where no other key is on. Only what is on is changed, so that a state
 * that a person chose stays.
 * @returns whether something was changed
 * @throws channel.not_found
 */
export async function disableAfterFailure(deps: StateDeps, failure: DisablingFailure): Promise<boolean> {
  const { db } = deps;
  const { channelId, keyId } = failure;
  const isChanged = await db.transaction().execute(async (trx) => {
    const channel = await lockChannel(trx, channelId);
    const isOn = channel.status === channelStatus.enabled;
    if (keyId !== 0) {
      const keys = await listKeys(trx, channelId);
      const enabled = keys.filter(({ status }) => status === channelStatus.enabled);
      if (!enabled.some(({ id }) => id === keyId)) return false;
      await updateKeys(trx, channelId, [keyId], { status: channelStatus.autoDisabled });
      await note(deps, trx, { ...failure, state: 'off' });
      if (enabled.length > 1) {
        await report(deps, trx, { kind: 'key_disabled', channel, keyId, code: failure.code });
        return true;
      }
    } else if (!isOn) return false;
    if (isOn) {
      await updateChannel(trx, channelId, {
        status: channelStatus.autoDisabled,
        auto_disabled_time: deps.clock.nowSeconds(),
        auto_disabled_code: failure.code,
      });
      await note(deps, trx, { ...failure, keyId: 0, state: 'off' });
      await report(deps, trx, { kind: 'channel_disabled', channel, keyId: 0, code: failure.code });
    }
    return true;
  });
  if (isChanged) await announce(deps);
  return isChanged;
}

/**
 * Turns a channel and a key on again that the gateway had turned off.
 * @returns whether something was changed
 * @throws channel.not_found
 */
export async function enableAfterTest(
  deps: StateDeps,
  { channelId, keyId }: Pick<DisablingFailure, 'channelId' | 'keyId'>,
): Promise<boolean> {
  const { db } = deps;
  const isChanged = await db.transaction().execute(async (trx) => {
    const channel = await lockChannel(trx, channelId);
    const key = (await listKeys(trx, channelId)).find(({ id }) => id === keyId);
    const wasKeyOff = key?.status === channelStatus.autoDisabled;
    // A person turned the channel off: its keys wait for them.
    const wasOff = channel.status === channelStatus.autoDisabled;
    if (channel.status === channelStatus.disabled || (!wasOff && !wasKeyOff)) return false;
    if (wasKeyOff) {
      await updateKeys(trx, channelId, [keyId], { status: channelStatus.enabled });
      await note(deps, trx, { channelId, keyId, code: '', state: 'on' });
    }
    if (wasOff) {
      await updateChannel(trx, channelId, { status: channelStatus.enabled });
      await note(deps, trx, { channelId, keyId: 0, code: '', state: 'on' });
      await report(deps, trx, { kind: 'channel_enabled', channel, keyId: 0, code: '' });
    }
    return true;
  });
  if (isChanged) await announce(deps);
  return isChanged;
}

async function announce({ routingChanged, jobRunner }: StateDeps): Promise<void> {
  jobRunner.runSoon('notifications');
  await routingChanged();
}

async function report(
  { clock }: Pick<StateDeps, 'clock'>,
  trx: Transaction<Tables>,
  {
    kind,
    channel,
    keyId,
    code,
  }: {
    kind: 'channel_disabled' | 'channel_enabled' | 'key_disabled';
    channel: { id: number; name: string };
    keyId: number;
    code: string;
  },
): Promise<void> {
  const facts = { channel_id: channel.id, channel: channel.name, key_id: keyId, code };
  const event = { kind, userId: 0, subject: `${channel.id}/${keyId}`, period: clock.nowSeconds(), facts };
  await notify({ db: trx, clock }, event);
}

async function note(
  { clock }: Pick<StateDeps, 'clock'>,
  trx: Transaction<Tables>,
  about: DisablingFailure & { state: 'on' | 'off' },
): Promise<void> {
  await insertLogNote(trx, {
    ...{ request_id: newRequestId(clock.nowMs()), user_id: 0, username: '', source_ip: '' },
    ...{ created_at: clock.nowSeconds(), type: logType.system, quota: 0 },
    content: formatGatewayNote({ about: 'channelState', ...about }),
  });
}
