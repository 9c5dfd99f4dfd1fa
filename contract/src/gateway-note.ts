import { type BudgetPeriodName, budgetPeriods } from './entities/budget.ts';

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
  /** `model` as the budget names it; `points` were given back. */
  /** The gateway turned a channel or a key on or off; `keyId` 0: the channel. `code`: the failure, empty for a passed test. */
  | { about: 'channelState'; state: 'on' | 'off'; channelId: number; keyId: number; code: string }
  | {
      about: 'budgetReset';
      owner: 'token' | 'group';
      ownerId: number;
      period: BudgetPeriodName;
      model: string;
      points: number;
    };

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
    case 'budgetReset':
      return `budget (reset): ${note.owner} ${note.ownerId}, ${note.period}, −${note.points}, ${note.model || '*'}`;
  }
}

const prices = /^prices \((\w+)\): \+(\d+) ±(\d+) −(\d+)$/;
const cleanUp = /^calls \(delete\): −(\d+) < (\S+)$/;
const factorReset = /^second factor \(reset\): by (\d+)$/;
const channelState = /^channel \((on|off)\): (\d+)\/(\d+)(?: (\S+))?$/;
const budgetReset = /^budget \(reset\): (token|group) (\d+), (\w+), −(\d+), (.+)$/;

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
  return parseChannelState(content) ?? parseBudgetReset(content);
}

function parseChannelState(content: string): GatewayNote | undefined {
  const [, state, channelId, keyId, code = ''] = channelState.exec(content) ?? [];
  if (state !== 'on' && state !== 'off') return undefined;
  return { about: 'channelState', state, channelId: Number(channelId), keyId: Number(keyId), code };
}

function parseBudgetReset(content: string): GatewayNote | undefined {
  const [, owner, ownerId, name, points, model = ''] = budgetReset.exec(content) ?? [];
  const period = budgetPeriods.find((one) => one === name);
  if (period === undefined) return undefined;
  return {
    about: 'budgetReset',
    owner: owner === 'group' ? 'group' : 'token',
    ...{ ownerId: Number(ownerId), period, points: Number(points) },
    model: model === '*' ? '' : model,
  };
}
