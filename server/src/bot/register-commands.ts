import { type Language, MAX_TELEGRAM_COMMANDS, telegramCommands } from '@turnpike/contract';
import { siteLanguage } from '../modules/mail/queue-mail.ts';
import type { ModuleDeps } from '../modules/module-deps.ts';
import { listMenuCommands } from '../modules/telegram/telegram-menu-repository.ts';
import { botTexts } from './bot-texts.ts';
import type { Api } from './telegram-api.ts';

/** Readers whose Telegram has one of these languages; all others get the site's. */
const readers: readonly { language: Language; language_code: 'zh' | 'en' | 'ja' }[] = [
  { language: 'zh_CN', language_code: 'zh' },
  { language: 'en_US', language_code: 'en' },
  { language: 'ja_JP', language_code: 'ja' },
];

/** Registers the commands that Telegram offers while people type, in private chats only. */
export async function registerCommands({ db, options }: ModuleDeps, api: Api): Promise<void> {
  const added = await listMenuCommands(db);
  const commandsIn = (language: Language) =>
    [
      ...telegramCommands.map((command) => ({ command, description: botTexts[language].command[command] })),
      ...added,
    ].slice(0, MAX_TELEGRAM_COMMANDS);
  const scope = { type: 'all_private_chats' } as const;
  await api.setMyCommands(commandsIn(siteLanguage(options)), { scope });
  for (const { language, language_code } of readers)
    await api.setMyCommands(commandsIn(language), { scope, language_code });
}
