import { type BudgetNote, formatBudgetNote, parseBudgetNote } from './budget-note.ts';

/**
 * Notes of the gateway in log rows that are not calls. They are short codes without a language; the console translates
 * them.
 */
export type GatewayNote =
  | { about: 'prices'; mode: string; added: number; changed: number; removed: number }
  /** `before`: ISO time; calls from before it were deleted. */
  | { about: 'cleanUp'; count: number; before: string }
  /** `actorId`: the administrator. */
  | { about: 'factorReset'; actorId: number }
  /** `actorId`: the administrator who changed a key of the row's user. */
  | { about: 'keyChanged'; actorId: number; tokenId: number; changes: readonly KeyChange[] }
  /** The gateway turned a channel or a key on or off; `keyId` 0: the channel. `code`: the failure, empty for a passed test. */
  | { about: 'channelState'; state: 'on' | 'off'; channelId: number; keyId: number; code: string }
  | BudgetNote;

/** A member of a key that was changed; `value` for numbers, and 0 or 1 for switches. */
export interface KeyChange {
  member: string;
  value?: number;
}

export function formatGatewayNote(note: GatewayNote): string {
  switch (note.about) {
    case 'prices':
      return `prices (${note.mode}): +${note.added} ±${note.changed} −${note.removed}`;
    case 'cleanUp':
      return `calls (delete): −${note.count} < ${note.before}`;
    case 'factorReset':
      return `second factor (reset): by ${note.actorId}`;
    case 'channelState':
      return `channel (${note.state}): ${note.channelId}/${note.keyId} ${note.code}`.trimEnd();
    case 'keyChanged':
      return `key (change): ${note.tokenId} by ${note.actorId}, ${note.changes.map(changeText).join(', ')}`;
    default:
      return formatBudgetNote(note);
  }
}

const changeText = ({ member, value }: KeyChange): string =>
  value === undefined ? member : `${member}=${value}`;

const prices = /^prices \((\w+)\): \+(\d+) ±(\d+) −(\d+)$/;
const cleanUp = /^calls \(delete\): −(\d+) < (\S+)$/;
const factorReset = /^second factor \(reset\): by (\d+)$/;
const channelState = /^channel \((on|off)\): (\d+)\/(\d+)(?: (\S+))?$/;
const keyChanged = /^key \(change\): (\d+) by (\d+), (\w+(?:=-?\d+)?(?:, \w+(?:=-?\d+)?)*)$/;

/** @returns undefined for what a person wrote */
export function parseGatewayNote(content: string): GatewayNote | undefined {
  const taken = prices.exec(content);
  if (taken) {
    const [, mode = '', added, changed, removed] = taken;
    return {
      ...{ about: 'prices', mode },
      ...{ added: Number(added), changed: Number(changed), removed: Number(removed) },
    };
  }
  const cleaned = cleanUp.exec(content);
  if (cleaned) return { about: 'cleanUp', count: Number(cleaned[1]), before: cleaned[2] ?? '' };
  const reset = factorReset.exec(content);
  if (reset) return { about: 'factorReset', actorId: Number(reset[1]) };
  return parseChannelState(content) ?? parseKeyChanged(content) ?? parseBudgetNote(content);
}

function parseChannelState(content: string): GatewayNote | undefined {
  const [, state, channelId, keyId, code = ''] = channelState.exec(content) ?? [];
  if (state !== 'on' && state !== 'off') return undefined;
  return { about: 'channelState', state, channelId: Number(channelId), keyId: Number(keyId), code };
}

function parseKeyChanged(content: string): GatewayNote | undefined {
  const [, tokenId, actorId, changed] = keyChanged.exec(content) ?? [];
  if (changed === undefined) return undefined;
  const changes = changed.split(', ').map((text): KeyChange => {
    const [member = '', value] = text.split('=');
    return value === undefined ? { member } : { member, value: Number(value) };
  });
  return { about: 'keyChanged', actorId: Number(actorId), tokenId: Number(tokenId), changes };
}
