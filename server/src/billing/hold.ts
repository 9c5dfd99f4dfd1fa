import { GatewayError } from '../platform/gateway-error.ts';
import type { Aside, Hold, HoldAttempt, Share } from './account.ts';

/** Terms of the hold for a call. */
export interface HoldTerms {
  /** Maximum cost in points. */
  most: number;
  /** Minimum cost in points, assuming the longest possible answer. */
  least: number;
  /** Whether the call can be served for fewer points than `least`, when no more are left. */
  fitsInto?: (points: number) => boolean;
}

/** Points charged for a settled call. */
export interface TakenPoints {
  fromBalance: number;
  /** Debt of the balance beyond that. */
  debt: number;
  /** 0 where the token has no limit. */
  fromToken: number;
}

/** Points that the payers have left for a call, at least 0. */
export interface LeftPoints {
  /** With the holds of the calls in flight deducted. */
  available: number;
  /** Without that deduction. */
  availableAlone: number;
  /** Calls in flight that hold points of the same payers. */
  calls: number;
}

const codes = {
  balance: 'quota.insufficient',
  token: 'quota.token_insufficient',
  budget: 'quota.budget_spent',
} as const satisfies Record<Share['payer'], string>;

/** Points that are neither held, set aside nor owed. */
export const freeOf = ({ account, limit }: Pick<Share, 'account' | 'limit'>): number =>
  limit + account.balance - account.held - account.aside - account.debt;

/** Free points plus all holds: the limit for a charge, and for a hold once the other calls release theirs. */
export const leftOf = (share: Pick<Share, 'account' | 'limit'>): number => freeOf(share) + share.account.held;

const paysFor = (points: number, { least, fitsInto }: HoldTerms): boolean =>
  points > 0 && (points >= least || (fitsInto?.(points) ?? false));

/** Holds points on all shares at once, or on none. */
export function tryToHold(shares: readonly Share[], terms: HoldTerms): HoldAttempt {
  if (shares.every((share) => freeOf(share) >= terms.most)) return { hold: openHold(shares, terms.most) };
  const needed = neededBeside(shares, terms);
  const blocking = shares.find((share) => share.account.holds > 0 && freeOf(share) < needed);
  if (blocking !== undefined) return refusal(shares, { ...terms, blocking });
  // Near the end of an amount, the estimate of the input alone may exceed the points left. If no other call
  // is in flight, hold all that is left: the charge cannot exceed it.
  const rest = Math.min(...shares.map(freeOf));
  if (!paysFor(rest, terms)) return refusal(shares, { ...terms, blocking: shares[0] as Share });
  const beyond = shares.map((share) => Math.min(needed, freeOf(share)) - rest);
  return { hold: openHold(shares, rest, beyond) };
}

/**
 * Returns the points that a call needs while other calls hold points of the same payers. If a payer without
 * other holds has too little, the answer is bounded to its points, and only the input can cost more.
 */
function neededBeside(shares: readonly Share[], { most, least }: HoldTerms): number {
  const lone = shares.filter(({ account }) => account.holds === 0).map(freeOf);
  return Math.min(most, Math.min(...lone) + Math.max(0, most - least));
}

/** Waiting helps if other calls hold points and every payer could pay once they release all of them. */
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

/** Returns the error that names the payer without enough points. */
export const spent = ({ payer, budget }: Share, parameters: { needed?: number } = {}): GatewayError =>
  new GatewayError(codes[payer], { ...parameters, ...budget?.refusal });

export function openHold(shares: readonly Share[], points: number, beyond: Hold['beyond'] = null): Hold {
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

/** Sets points aside. The accounts stay in memory until the points are settled and recorded. */
export function putAside(shares: readonly Share[], points: number): Aside {
  for (const { account } of shares) {
    account.aside += points;
    account.pins += 1;
  }
  return { points, shares };
}

/** @returns false if one of the payers has too few points; nothing changes then */
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
  for (const { account } of hold.shares) account.holds -= 1;
}

/**
 * Takes a charge from a hold's payers. The balance pays as much as it has; the rest becomes debt up to the
 * debt limit. Points held by other calls count as available: if those calls release them unused, the same
 * points could otherwise be spent again and again. A token's limit and budgets never reduce the amount that
 * the balance pays.
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
