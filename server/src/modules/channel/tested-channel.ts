import type { CallableChannelRow } from '../routing/routing-rows.ts';

/** A channel to test, saved (`id`) or not yet (0), and the model to ask for. */
export type TestedChannel = CallableChannelRow & { model: string };

/**
 * Makes one small real call.
 * @throws an error of the catalogue that says why it failed
 */
export type TestChannel = (channel: TestedChannel, signal: AbortSignal) => Promise<{ timeSeconds: number }>;
