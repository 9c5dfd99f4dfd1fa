import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: 'About',
  what: '{{name}} puts one OpenAI-style address in front of many model providers, with accounts, balances, keys and logs in one place.',
  version: 'Version',
  address: 'API address',
  reference: 'API reference',
  openReference: 'Open',
  licence: 'License',
  licenceText:
    'This site runs Turnpike, published under the Apache License 2.0: free to use, change and pass on with its notices kept, without warranty.',
  licenceLink: 'Read the license',
};

export default texts;
