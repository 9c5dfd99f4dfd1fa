import { z } from 'zod';
import { call, etag, idParam } from '../call.ts';
import { pageOf, pageQuery } from '../page.ts';
import { line } from '../text.ts';
import { telegramParseModes } from './telegram.ts';

/** Characters of a message, by Telegram. */
export const MAX_TELEGRAM_TEXT = 4096;
/** Telegram lists as many of a bot, those that the bot itself answers included. */
export const MAX_TELEGRAM_COMMANDS = 100;

const menuFields = {
  command: line()
    .min(1)
    .max(32)
    .regex(/^[a-z0-9_]*$/, 'telegram.command_form'),
  description: line().min(1).max(255),
  parse_mode: z.enum(telegramParseModes),
  reply_message: z.string().trim().min(1).max(MAX_TELEGRAM_TEXT),
};

export const telegramMenuView = z.object({ id: z.number().int(), ...menuFields, etag: etag() });
export type TelegramMenuView = z.output<typeof telegramMenuView>;

/** A command as the console edits it. */
export const telegramMenuFields = z.object(menuFields);

/** In a change, an empty member means "as it is". */
const kept = <Field extends z.ZodType>(field: Field) =>
  z.preprocess((value) => (value === '' ? undefined : value), field.optional());

const NEW_NEEDS = 'Needed for a new command; empty or left out, a change keeps it';

export const telegramMenuInput = z
  .object({
    id: z.number().int().min(0).default(0).describe('0: a new command'),
    command: kept(menuFields.command).describe(NEW_NEEDS),
    description: kept(menuFields.description).describe(NEW_NEEDS),
    parse_mode: kept(menuFields.parse_mode).describe('MarkdownV2 for a new command unless given'),
    reply_message: kept(menuFields.reply_message).describe(NEW_NEEDS),
  })
  .superRefine(({ id, ...fields }, context) => {
    if (id > 0) return;
    for (const name of ['command', 'description', 'reply_message'] as const)
      if (fields[name] === undefined) context.addIssue({ code: 'custom', path: [name], message: 'required' });
  });

export const telegramMenuCalls = {
  list: call('GET /api/option/telegram/', {
    access: 'root',
    summary: "List the bot's own commands",
    query: pageQuery(['id', 'command'] as const, 'Number, or beginning of the command'),
    output: pageOf(telegramMenuView),
  }),
  get: call('GET /api/option/telegram/:id', {
    access: 'root',
    summary: 'Read a command of the bot',
    params: idParam,
    output: telegramMenuView,
  }),
  save: call('POST /api/option/telegram/', {
    access: 'root',
    summary: 'Create a command of the bot, or change the one with this `id`',
    input: telegramMenuInput,
    output: telegramMenuView,
    ifMatch: true,
  }),
  remove: call('DELETE /api/option/telegram/:id', {
    access: 'root',
    summary: 'Delete a command of the bot',
    params: idParam,
  }),
};
