import { readerLanguage } from '../http/reader-language.ts';
import { siteLanguage } from '../modules/mail/queue-mail.ts';
import type { ModuleDeps } from '../modules/module-deps.ts';
import { findLinkedAccount } from '../modules/telegram/telegram-link-repository.ts';
import { answerPrivately } from './answer-privately.ts';
import { BotMemory } from './bot-memory.ts';
import { isCommand } from './commands.ts';
import { parseCommand } from './parse-command.ts';
import type { Incoming, Update } from './read-update.ts';
import { SeenUpdates } from './seen-updates.ts';
import { SenderLimit } from './sender-limit.ts';
import { type Api, telegramReason } from './telegram-api.ts';
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

/** Answers the updates of one bot: those of a sender one after the other. */
export function createAnswers(deps: ModuleDeps, { api, botName }: { api: Api; botName: string }): Answers {
  const seen = new SeenUpdates();
  const persons = new SenderLimit(deps.clock, personLimit);
  const groups = new SenderLimit(deps.clock, groupLimit);
  const memory = new BotMemory(deps.clock);
  const queues = new Map<number, Promise<void>>();

  async function answer({ from, chat, text, press }: Incoming): Promise<void> {
    if (press !== undefined) await api.answerCallbackQuery(press.id);
    const command = parseCommand(text, botName);
    const isPrivate = chat.type === 'private';
    if (!isPrivate) {
      const isOurs = command !== undefined && (await isCommand(deps, command.name));
      if (!isOurs || !groups.take(chat.id)) return;
    }
    const account = await findLinkedAccount(deps.db, from.id);
    const language = account?.language || readerLanguage(from.language_code) || siteLanguage(deps.options);
    const turn = new Turn({
      ...{ deps, api, memory, language, sender: from.id, chat: chat.id },
      ...{ argument: command?.argument ?? '', pressed: press?.message, account },
    });
    if (isPrivate) return answerPrivately(turn, { text, command: command?.name, pressed: press?.data });
    const url = `https://t.me/${botName}`;
    await turn.say(turn.text('privately'), { buttons: [[{ text: turn.text('openChat'), url }]] });
  }

  return {
    async take({ id: number, incoming }) {
      if (!seen.add(number)) return;
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
