export interface Command {
  /** Without the slash, in lower case. */
  name: string;
  /** Text behind it, trimmed. */
  argument: string;
}

const FORM = /^\/([a-z0-9_]{1,32})(?:@(\w{1,64}))?(?:\s+([\s\S]*))?$/i;

/** @returns undefined for a text that is no command, or one for another bot */
export function parseCommand(text: string, botName: string): Command | undefined {
  const [, name, bot, argument = ''] = FORM.exec(text.trim()) ?? [];
  if (name === undefined) return undefined;
  if (bot !== undefined && bot.toLowerCase() !== botName.toLowerCase()) return undefined;
  return { name: name.toLowerCase(), argument: argument.trim() };
}
