import type { NotificationServiceType } from '@turnpike/contract';
import type { NotificationService } from './notification-service.ts';
import { barkService } from './services/bark.ts';
import { dingTalkService } from './services/dingtalk.ts';
import { discordService } from './services/discord.ts';
import { gotifyService } from './services/gotify.ts';
import { larkService } from './services/lark.ts';
import { ntfyService } from './services/ntfy.ts';
import { pushDeerService } from './services/pushdeer.ts';
import { slackService } from './services/slack.ts';
import { telegramService } from './services/telegram.ts';
import { webhookService } from './services/webhook.ts';
import { weComService } from './services/wecom.ts';

/** Mails go through the queue of mails. */
export type HttpServiceType = Exclude<NotificationServiceType, 'email'>;

export const notificationServiceCode: Readonly<Record<HttpServiceType, NotificationService>> = {
  webhook: webhookService,
  slack: slackService,
  discord: discordService,
  telegram: telegramService,
  dingtalk: dingTalkService,
  lark: larkService,
  wecom: weComService,
  bark: barkService,
  pushdeer: pushDeerService,
  gotify: gotifyService,
  ntfy: ntfyService,
};
