import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  about:
    'One OpenAI-style address in front of every model provider, with accounts, balances, keys and the cost of each call in one place.',
  signIn: 'Sign in',
  openConsole: 'Open console',
  openPlayground: 'Open playground',
  address: 'API address',
  copyAddress: 'Copy API address',
  openPrices: 'See prices',
  exampleTitle: 'A first call',
  callTitle: 'Models that can be called: {{count}}',
};

export default texts;
