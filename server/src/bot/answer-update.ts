import { readerLanguage } from '../http/reader-language.ts';
import { siteLanguage } from '../modules/mail/queue-mail.ts';
import type { ModuleDeps } from '../modules/module-deps.ts';
import { help } from './commands/help.ts';
import { parseCommand } from './parse-command.ts';
import { SeenUpdates } from './seen-updates.ts';
import { SenderLimit } from './sender-limit.ts';
import { type Api, type Message, telegramReason, type Update } from './telegram-api.ts';
import { Turn } from './turn.ts';

export interface Answers {
  /** Answers an update; one that was taken before, or comes too soon, is left out. */
  take(update: Update): Promise<void>;
  /** Resolves when what was taken is answered. */
  end(): Promise<void>;
}

const personLimit = { burst: 5, intervalMs: 1_000 };
/** Telegram takes 20 messages a minute in a group. */
const groupLimit = { burst: 5, intervalMs: 5_000 };

const commands: Record<string, (turn: Turn) => Promise<void>> = { start: help, help };

/** A text of a person. Other bots and channels get no answer. */
interface Incoming {
  from: NonNullable<Message['from']>;
  chat: Message['chat'];
  text: string;
}

/** Answers the updates of one bot: those of a sender one after the other. */
export function createAnswers(deps: ModuleDeps, { api, botName }: { api: Api; botName: string }): Answers {
  const seen = new SeenUpdates();
  const persons = new SenderLimit(deps.clock, personLimit);
  const groups = new SenderLimit(deps.clock, groupLimit);
  const queues = new Map<number, Promise<void>>();

  async function answer(incoming: Incoming): Promise<void> {
    const { from, chat, text } = incoming;
    const command = parseCommand(text, botName);
    const language = readerLanguage(from.language_code) ?? siteLanguage(deps.options);
    const turn = new Turn({
      ...{ deps, api, botName, language, sender: from.id, chat: chat.id },
      argument: command?.argument ?? '',
    });
    if (chat.type !== 'private') {
      const handler = command && commands[command.name];
      if (handler === undefined || !groups.take(chat.id)) return;
      const url = `https://t.me/${botName}`;
      return turn.say(turn.text('privately'), { buttons: [[{ text: turn.text('openChat'), url }]] });
    }
    if (command === undefined) return;
    const handler = commands[command.name];
    await (handler === undefined ? turn.say(turn.text('unknown')) : handler(turn));
  }

  return {
    async take(update) {
      if (!seen.add(update.update_id)) return;
      const incoming = readUpdate(update);
      if (incoming === undefined || !persons.take(incoming.from.id)) return;
      const { id } = incoming.from;
      const answered = (queues.get(id) ?? Promise.resolve())
        .then(() => answer(incoming))
        .catch((error: unknown) =>
          deps.log.warn({ reason: telegramReason(error) }, 'a message to the Telegram bot was not answered'),
        );
      queues.set(id, answered);
      await answered;
      if (queues.get(id) === answered) queues.delete(id);
    },
    end: async () => {
      await Promise.all(queues.values());
    },
  };
}

function readUpdate({ message }: Update): Incoming | undefined {
  const { from, chat, text } = message ?? {};
  if (from === undefined || from.is_bot || chat === undefined || text === undefined) return undefined;
  return { from, chat, text };
}
