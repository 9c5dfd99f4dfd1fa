import {
  balanceCurrencies,
  hasControlCharacters,
  isStorableText,
  MAX_LISTED_MODELS,
  MAX_MODEL_NAME,
} from '@turnpike/contract';
import type { ChannelBalance, ChannelInquiries } from '../../modules/channel/channel-inquiries.ts';
import { buildRoutingChannel, type CallableChannelRow } from '../../modules/routing/routing-rows.ts';
import type { RoutingChannel } from '../../modules/routing/routing-snapshot.ts';
import { GatewayError } from '../../platform/gateway-error.ts';
import { BreakOff } from '../../platform/net/break-off.ts';
import type { UpstreamClient } from '../../platform/net/upstream-client.ts';
import type { Balance, Form } from '../../providers/provider.ts';
import { readFailure, toFailureError } from '../answer/read-failure.ts';
import { toUpstreamError } from '../answer/upstream-error.ts';
import { joinPath, VERSION } from '../channel/call-channel.ts';
import { filledHeaders, NO_CALL } from '../channel/filled-headers.ts';
import { readWhole } from '../channel/read-whole.ts';

const MAX_WAIT_MS = 15_000;
/** OpenRouter's list, with a description of each model, has more than one. */
const MAX_LIST_BYTES = 4 * 1024 * 1024;
const MAX_BALANCE_BYTES = 64 * 1024;
const MAX_AMOUNT = 1_000_000_000_000;

interface Inquiry {
  path: string;
  maxBytes: number;
  /** Thrown where the upstream has no such address. */
  missing: 'channel.no_model_list' | 'channel.no_balance';
}

/** Asks upstreams for their lists of models and for balances, with a channel's own key and address. */
export function createChannelInquiries({
  upstreams,
  maxWaitMs = MAX_WAIT_MS,
}: {
  upstreams: UpstreamClient;
  maxWaitMs?: number;
}): ChannelInquiries {
  return {
    async listModels(row, signal) {
      const { channel, form } = openChannel(row);
      const list = form.modelList ?? channel.provider.modelList;
      if (list === undefined) throw new GatewayError('channel.no_model_list');
      if (channel.isWholeAddress) throw new GatewayError('channel.no_model_list');
      const path = joinPath(channel.basePath, list.path);
      const inquiry = { path, maxBytes: MAX_LIST_BYTES, missing: 'channel.no_model_list' } as const;
      const names = list.read(await ask({ channel, form }, inquiry, { upstreams, maxWaitMs, signal }));
      if (names === null) throw unreadable('no list of models');
      return tidyModelNames(names);
    },
    async readBalance(row, signal) {
      const { channel, form } = openChannel(row);
      const { balance } = channel.provider;
      if (balance === undefined) throw new GatewayError('channel.no_balance');
      if (channel.isWholeAddress) throw new GatewayError('channel.no_balance');
      const deadline = { upstreams, maxWaitMs, signal };
      const asked = await Promise.all(
        [balance.path, balance.furtherPath ?? []].flat().map((below) => {
          const path = joinPath(channel.basePath.replace(VERSION, ''), below);
          const inquiry = { path, maxBytes: MAX_BALANCE_BYTES, missing: 'channel.no_balance' } as const;
          return ask({ channel, form }, inquiry, deadline);
        }),
      );
      return toBalance(balance, channel, asked);
    },
  };
}

/** The channel, and the form whose headers and errors its upstream has: of a custom one the first that it names. */
function openChannel(row: CallableChannelRow): { channel: RoutingChannel; form: Form } {
  const channel = buildRoutingChannel(row);
  const form = channel?.forms.find(({ needs }) => needs !== undefined) ?? channel?.forms[0];
  if (channel === null || form === undefined) throw new GatewayError('channel.type_unknown');
  return { channel, form };
}

/** @returns the answer's JSON; a redirect is an error, so that the key goes to no other address */
async function ask(
  { channel, form }: { channel: RoutingChannel; form: Form },
  { path, maxBytes, missing }: Inquiry,
  { upstreams, maxWaitMs, signal }: { upstreams: UpstreamClient; maxWaitMs: number; signal: AbortSignal },
): Promise<unknown> {
  const breakOff = new BreakOff();
  const leave = () => breakOff.break();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    breakOff.break();
  }, maxWaitMs);
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  try {
    const answer = await upstreams.send(
      {
        ...{ origin: channel.origin, path, method: 'GET', body: null },
        headers: filledHeaders(channel.formHeaders.get(form) ?? channel.headers, channel, {
          call: NO_CALL,
          upstreamModel: '',
        }),
        allowPrivateNetwork: channel.allowPrivateNetwork,
        proxy: channel.proxy,
      },
      breakOff,
    );
    if (answer.status === 404 || answer.status === 405) {
      answer.cancel();
      throw new GatewayError(missing);
    }
    if (answer.status < 200 || answer.status > 299) {
      throw toFailureError(await readFailure(answer, form), answer, { channel, form });
    }
    return parseJson(await readWhole(answer, maxBytes));
  } catch (error) {
    throw isLate ? new GatewayError('upstream.timeout', {}, { cause: error }) : toUpstreamError(error);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the answer, which may contain the channel's key.
    throw unreadable('no JSON');
  }
}

const unreadable = (why: string) => new GatewayError('upstream.broken_answer', {}, { cause: new Error(why) });

/** A `*` may be the last of at least two characters, as in a channel's own list. */
const FITS_A_CHANNEL = /^[^*,]+\*?$/;

function tidyModelNames(names: readonly string[]): string[] {
  const tidy = names
    .map((name) => name.trim())
    .filter(
      (name) =>
        name.length <= MAX_MODEL_NAME &&
        FITS_A_CHANNEL.test(name) &&
        !hasControlCharacters(name) &&
        isStorableText(name),
    );
  return [...new Set(tidy)].slice(0, MAX_LISTED_MODELS);
}

/** @returns NaN for what is no amount: readers pass on what they find */
function toAmount(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && AMOUNT.test(value) ? Number(value) : Number.NaN;
}

const AMOUNT = /^-?\d{1,15}(\.\d{1,20})?$/;

function toBalance(balance: Balance, { origin }: RoutingChannel, bodies: unknown[]): ChannelBalance {
  const [body, further] = bodies;
  const told = balance.read(body, further);
  if (told === null) throw unreadable('no balance');
  const amount = toAmount(told.amount);
  if (!(Math.abs(amount) <= MAX_AMOUNT)) throw unreadable('no amount of money');
  const name = told.currency ?? balance.currencyAt?.[origin] ?? balance.currency;
  const currency = balanceCurrencies.find((known) => known === name);
  if (currency === undefined) throw unreadable('an unknown currency');
  return { amount: Number(amount.toFixed(6)), currency };
}
