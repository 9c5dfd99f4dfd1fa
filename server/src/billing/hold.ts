import { GatewayError } from '../platform/gateway-error.ts';
import type { Aside, Hold, HoldAttempt, Share } from './account.ts';

/** What is held for a call. */
export interface HoldTerms {
  /** Points that it can cost at most. */
  most: number;
  /** Points that it costs at least, if its answer is as long as it may be. */
  least: number;
  /** Whether it can be served for fewer points than `least`, which are all that is left. */
  fitsInto?: (points: number) => boolean;
}

/** Points that a settled call took. */
export interface TakenPoints {
  fromBalance: number;
  /** What the balance owes beyond that. */
  debt: number;
  /** 0 where the token has no limit. */
  fromToken: number;
}

/** What payers have left for a call, in points, at least 0. */
export interface LeftPoints {
  /** Next to the calls that are in flight. */
  available: number;
  /** If they were not. */
  availableAlone: number;
}

const codes = {
  balance: 'quota.insufficient',
  token: 'quota.token_insufficient',
  budget: 'quota.budget_spent',
} as const satisfies Record<Share['payer'], string>;

/** Points that are neither held nor set aside, nor owed to anybody. */
export const freeOf = ({ account, limit }: Pick<Share, 'account' | 'limit'>): number =>
  limit + account.balance - account.held - account.aside - account.debt;

/** The same without the holds of other calls: what a charge may take, and what could be held if they let go. */
export const leftOf = (share: Pick<Share, 'account' | 'limit'>): number => freeOf(share) + share.account.held;

const paysFor = (points: number, { least, fitsInto }: HoldTerms): boolean =>
  points > 0 && (points >= least || (fitsInto?.(points) ?? false));

/** Holds points on all shares at once, or on none. */
export function tryToHold(shares: readonly Share[], terms: HoldTerms): HoldAttempt {
  if (shares.every((share) => freeOf(share) >= terms.most)) return { hold: openHold(shares, terms.most) };
  const needed = neededBeside(shares, terms);
  const blocking = shares.find((share) => share.account.holds > 0 && freeOf(share) < needed);
  if (blocking !== undefined) return refusal(shares, { ...terms, blocking });
  // Near the end of an amount the estimate of the input may be all that stands between a caller and the last call it
  // pays for. With no other call in flight everything that is left is held: the charge cannot exceed it.
  const rest = Math.min(...shares.map(freeOf));
  if (!paysFor(rest, terms)) return refusal(shares, { ...terms, blocking: shares[0] as Share });
  const beyond = shares.map((share) => Math.min(needed, freeOf(share)) - rest);
  return { hold: openHold(shares, rest, beyond) };
}

/**
 * What a call may take of payers that others hold points of. Where one that nobody else holds anything of has too little,
 * the answer is bounded to that, and costs more only as far as its input does.
 */
function neededBeside(shares: readonly Share[], { most, least }: HoldTerms): number {
  const lone = shares.filter(({ account }) => account.holds === 0).map(freeOf);
  return Math.min(most, Math.min(...lone) + Math.max(0, most - least));
}

/** Waiting helps where others hold something, and every payer would pay for the call if they release all of it. */
export function refusal(
  shares: readonly Share[],
  { blocking, ...terms }: HoldTerms & { blocking: Share },
): HoldAttempt {
  const hopeless = shares.find((share) => leftOf(share) < terms.most && !paysFor(leftOf(share), terms));
  const isWorthWaiting = hopeless === undefined && blocking.account.holds > 0;
  return {
    ...{ blocking: blocking.account, isWorthWaiting },
    error: spent(hopeless ?? blocking, { needed: terms.most }),
  };
}

/** Says which of a call's payers does not pay for it. */
export const spent = ({ payer, budget }: Share, parameters: { needed?: number } = {}): GatewayError =>
  new GatewayError(codes[payer], { ...parameters, ...budget?.refusal });

function openHold(shares: readonly Share[], points: number, beyond: Hold['beyond'] = null): Hold {
  const hold: Hold = { points, beyond, shares, open: true };
  addHeld(hold, 1);
  for (const { account } of shares) account.holds += 1;
  return hold;
}

function addHeld({ points, beyond, shares }: Hold, sign: 1 | -1): void {
  for (const { account } of shares) account.held += sign * points;
  beyond?.forEach((more, i) => {
    (shares[i] as Share).account.held += sign * more;
  });
}

/** The accounts stay in memory until what is set aside is settled and recorded. */
export function putAside(shares: readonly Share[], points: number): Aside {
  for (const { account } of shares) {
    account.aside += points;
    account.pins += 1;
  }
  return { points, shares };
}

/** @returns false where one of the payers has no more; nothing is changed then */
export function growHold(hold: Hold, points: number): boolean {
  if (!hold.open) throw new Error('only an open hold grows');
  if (hold.shares.some((share) => freeOf(share) < points)) return false;
  hold.points += points;
  for (const { account } of hold.shares) account.held += points;
  return true;
}

export function letGo(hold: Hold): void {
  if (!hold.open) throw new Error('a hold is settled once');
  hold.open = false;
  addHeld(hold, -1);
  for (const { account } of hold.shares) {
    account.holds -= 1;
    if (account.queue.length > 0) account.lastEndMs = performance.now();
  }
}

/**
 * Takes a charge from a hold's payers: from the balance the charge, or what it has where that is less, the rest as debt up
 * to its limit. What other calls hold counts as there: what they give back unused would otherwise come back, and the same
 * points be spent again and again. A token's limit and budgets never make the balance pay less.
 */
export function takeCharge({ shares }: Pick<Hold, 'shares'>, charge: number, debtLimit: number): TakenPoints {
  const [balance] = shares as readonly [Share];
  const token = shares.find(({ payer }) => payer === 'token');
  const fromBalance = Math.min(charge, Math.max(0, leftOf(balance)));
  const debt = Math.min(charge - fromBalance, Math.max(0, debtLimit - balance.account.debt));
  const charged = fromBalance + debt;
  const fromToken = token === undefined ? 0 : Math.min(charged, Math.max(0, leftOf(token)));
  const taken = { fromBalance, debt, fromToken };
  addTo(shares, taken, -1);
  return taken;
}

export const giveBack = ({ shares }: Pick<Hold, 'shares'>, taken: TakenPoints): void =>
  addTo(shares, taken, 1);

function addTo(shares: readonly Share[], { fromBalance, debt, fromToken }: TakenPoints, sign: 1 | -1): void {
  const amounts = { balance: fromBalance, token: fromToken, budget: fromBalance + debt };
  for (const { payer, account } of shares) {
    account.balance += sign * amounts[payer];
    if (payer === 'balance') account.debt -= sign * debt;
  }
}
