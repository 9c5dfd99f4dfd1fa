import { role, type SignInProviderName } from '@turnpike/contract';
import type { SignedIn } from '../../http/contract-routes.ts';
import type { Options } from '../option/options.ts';

/** Ways to sign in that the site has turned on. */
export interface OpenWays {
  hasPassword: boolean;
  providers: readonly SignInProviderName[];
}

/** The ways that are open to an account. Root's password always works. */
export function openWaysOf(options: Options, user: Pick<SignedIn, 'role'>): OpenWays {
  const isOn: Record<SignInProviderName, boolean> = {
    github: options.flag('GitHubOAuthEnabled'),
    oidc: options.flag('OIDCAuthEnabled'),
    lark: options.flag('LarkAuthEnabled'),
    telegram: options.flag('TelegramOAuthEnabled'),
    wechat: options.flag('WeChatAuthEnabled'),
  };
  return {
    hasPassword: options.flag('PasswordLoginEnabled') || user.role === role.root,
    providers: (Object.keys(isOn) as SignInProviderName[]).filter((name) => isOn[name]),
  };
}
