import { createOidcProvider } from './create-oidc-provider.ts';

/**
 * Telegram, where a bot is the client. Claims are in the ID token only, and none is an e-mail address. People may have
 * no user name there, and the token has no nonce.
 * Source: https://core.telegram.org/bots/telegram-login
 */
export const telegramProvider = createOidcProvider({
  name: 'telegram',
  isOn: (options) => options.flag('TelegramOAuthEnabled'),
  clientOf: (options) => ({
    issuer: 'https://oauth.telegram.org',
    clientId: options.text('TelegramClientId').trim(),
    clientSecret: options.text('TelegramClientSecret').trim(),
    allowPrivateNetwork: false,
  }),
  scopesOf: () => 'openid profile',
  usernameClaimOf: () => 'preferred_username',
  requiresUsername: false,
  returnsNonce: false,
});
