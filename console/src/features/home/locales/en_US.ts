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
  exampleTitle: 'Your first call',
  callTitle_one: '{{count}} available model',
  callTitle_other: '{{count}} available models',
  title_dialect: 'The SDK you use',
  text_dialect: 'Change one address: OpenAI clients work unchanged, and streams pass through untouched.',
  title_cost: 'A cost you can check',
  text_cost:
    'Each call lists its input, output and cached tokens, their prices and the total, to the smallest unit.',
  title_limit: 'Limits that hold',
  text_limit: 'Each key has its own budget, expiry and group. A key stops when its budget is spent.',
  allModels: 'All models',
};

export default texts;
