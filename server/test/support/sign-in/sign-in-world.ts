import { type OptionKey, optionCalls } from '@turnpike/contract';
import { databases } from '../databases.ts';
import { startTestManagement, type TestManagement } from '../test-management.ts';
import { startFakeGitHub } from './fake-github.ts';
import { startFakeInternet } from './fake-internet.ts';
import { startFakeLark } from './fake-lark.ts';
import { startFakeWeChatHelper } from './fake-wechat-helper.ts';
import { startOidcProvider } from './real-oidc-provider.ts';
import { openBrowser } from './visiting-browser.ts';

export const ISSUER = 'https://id.example';
const TELEGRAM = 'https://oauth.telegram.org';

/**
 * A site with every provider set up and turned on, and the providers.
 * @param serve makes the site reachable; it returns the origin
 */
export async function startSignInWorld(
  serve: (site: TestManagement) => Promise<string> = async () => 'http://gateway.test',
) {
  const site = await startTestManagement(databases[0]);
  const origin = await serve(site);
  const github = startFakeGitHub();
  const feishu = startFakeLark('feishu.cn');
  const lark = startFakeLark('larksuite.com');
  const wechat = startFakeWeChatHelper();
  const oidc = startOidcProvider({ issuer: ISSUER, redirectUris: [`${origin}/oauth/oidc`] });
  const telegram = startOidcProvider({
    ...{ issuer: TELEGRAM, redirectUris: [`${origin}/oauth/telegram`], isLikeTelegram: true },
    client: { id: '123456789', secret: 'telegram-secret' },
  });
  const internet = await startFakeInternet({
    ...github.sites,
    ...feishu.sites,
    ...lark.sites,
    ...wechat.sites,
    ...oidc.sites,
    ...telegram.sites,
  });
  site.fakes.guardedFetch = internet.guardedFetch;
  const root = await site.root();
  const setOptions = (values: Partial<Record<OptionKey, string>>) =>
    site.ask(optionCalls.updateMany, {
      as: root,
      input: { options: Object.entries(values).map(([key, value]) => ({ key, value })) },
    });
  const { status, body } = await setOptions({
    GitHubClientId: github.client.id,
    GitHubClientSecret: github.client.secret,
    OIDCIssuer: ISSUER,
    OIDCClientId: oidc.client.id,
    OIDCClientSecret: oidc.client.secret,
    LarkClientId: lark.client.id,
    LarkClientSecret: lark.client.secret,
    TelegramClientId: telegram.client.id,
    TelegramClientSecret: telegram.client.secret,
    WeChatServerAddress: wechat.address,
    WeChatServerToken: wechat.token,
    GitHubOAuthEnabled: 'true',
    OIDCAuthEnabled: 'true',
    LarkAuthEnabled: 'true',
    TelegramOAuthEnabled: 'true',
    WeChatAuthEnabled: 'true',
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return {
    ...{ origin, site, root, internet, github, feishu, lark, wechat, oidc, telegram, setOptions },
    browser: () => openBrowser(site, internet, origin),
    async stop() {
      await internet.stop();
      await site.stop();
    },
  };
}
export type SignInWorld = Awaited<ReturnType<typeof startSignInWorld>>;
