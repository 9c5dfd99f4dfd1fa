import { MAX_TELEGRAM_TEXT, telegramCommands } from '@turnpike/contract';
import { listMenuCommands } from '../../modules/telegram/telegram-menu-repository.ts';
import { botTexts } from '../bot-texts.ts';
import type { Turn } from '../turn.ts';

export async function help(turn: Turn): Promise<void> {
  const texts = botTexts[turn.language].command;
  const own = telegramCommands.map((command) => `/${command} – ${texts[command]}`);
  const added = await listMenuCommands(turn.deps.db);
  const lines = [...own, ...added.map(({ command, description }) => `/${command} – ${description}`)];
  const fits = (text: string): boolean => text.length < MAX_TELEGRAM_TEXT;
  let text = `${turn.text('help')}\n`;
  for (const line of lines) if (fits(`${text}\n${line}`)) text += `\n${line}`;
  await turn.say(text);
}
