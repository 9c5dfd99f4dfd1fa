import { z } from 'zod';

/** A text of a person, or a press on a button. */
export interface Incoming {
  from: z.output<typeof person>;
  chat: z.output<typeof chat>;
  text: string;
  press: { id: string; data: string; message: number } | undefined;
}

export interface Update {
  id: number;
  /** Undefined: it needs no answer. Other bots and channels get none. */
  incoming: Incoming | undefined;
}

const person = z.object({
  id: z.int(),
  is_bot: z.boolean().catch(false),
  language_code: z.string().optional().catch(undefined),
});
const chat = z.object({ id: z.int(), type: z.string() });
const message = z.object({ from: person, chat, text: z.string() });
const press = z.object({
  id: z.string(),
  data: z.string().catch(''),
  from: person,
  message: z.object({ message_id: z.int(), chat }),
});
/** Parts that are used. Those of another shape are left out. */
const update = z.object({
  update_id: z.int(),
  message: message.optional().catch(undefined),
  callback_query: press.optional().catch(undefined),
});

/**
 * Reads an update of Telegram.
 * @returns undefined for a value without a number of an update
 * Source: https://core.telegram.org/bots/api#update.
 */
export function readUpdate(value: unknown): Update | undefined {
  const { data } = update.safeParse(value);
  return data && { id: data.update_id, incoming: incomingOf(data) };
}

function incomingOf({ message, callback_query: pressed }: z.output<typeof update>): Incoming | undefined {
  if (pressed !== undefined) {
    const { id, data, from, message } = pressed;
    return { from, chat: message.chat, text: '', press: { id, data, message: message.message_id } };
  }
  if (message === undefined || message.from.is_bot) return undefined;
  return { ...message, press: undefined };
}
