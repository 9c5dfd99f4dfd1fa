import { telegramCommands } from '@turnpike/contract';
import { botTexts } from '../bot-texts.ts';
import type { Turn } from '../turn.ts';

export async function help(turn: Turn): Promise<void> {
  const texts = botTexts[turn.language].command;
  const own = telegramCommands.map((command) => `/${command} – ${texts[command]}`);
  await turn.say([turn.text('help'), '', ...own].join('\n'));
}
