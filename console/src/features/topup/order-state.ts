import { type OrderState, type OwnOrderView, orderStates } from '@turnpike/contract';
import type { Tone } from '../../ui/text/status-dot.tsx';

/** Whether the points of an order are still to come. */
export const isOpen = ({ state }: Pick<OwnOrderView, 'state'>): boolean => orderStates[state] === 'pending';

/** Whether the gateway may know of a payment that is not credited. */
export const canCheck = ({ state }: Pick<OwnOrderView, 'state'>): boolean =>
  isOpen({ state }) || state === 'closed' || state === 'failed';

export const stateTones = {
  created: 'look',
  pending: 'look',
  paid: 'look',
  credited: 'good',
  closed: 'quiet',
  failed: 'broken',
  refunded: 'quiet',
  disputed: 'broken',
} as const satisfies Record<OrderState, Tone>;

/** Points that an order adds to the balance. */
export const pointsOf = ({ quota, bonus_quota }: Pick<OwnOrderView, 'quota' | 'bonus_quota'>): number =>
  quota + bonus_quota;
