/** The running bot, as the management API sees it. */
export interface TelegramControl {
  /** The bot's user name; empty while it does not run. */
  username(): string;
  isWebhook(): boolean;
  /** Registers the commands with Telegram anew. @throws telegram.not_running, telegram.not_accepted */
  reload(): Promise<void>;
}
