import type { ChannelTestKind } from '@turnpike/contract';
import type { CallableChannelRow } from '../routing/routing-rows.ts';

/** A channel to test, saved (`id`) or not yet (0), the model to ask, and what for; absent: by the model's name. */
export type TestedChannel = CallableChannelRow & { model: string; kind?: ChannelTestKind | undefined };

/**
 * Makes one small real call.
 * @throws an error of the catalogue that says why it failed, with what the provider said as its `detail`
 */
export type TestChannel = (channel: TestedChannel, signal: AbortSignal) => Promise<{ timeSeconds: number }>;
