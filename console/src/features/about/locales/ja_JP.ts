import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: 'このサイトについて',
  what: '{{name}} は、OpenAI 互換の 1 つのアドレスから複数のモデル提供元を利用できるようにし、アカウント・残高・キー・ログをまとめて管理します。',
  version: 'バージョン',
  address: 'API アドレス',
  reference: 'API リファレンス',
  openReference: '開く',
  licence: 'ライセンス',
  licenceText:
    'このサイトは Apache License 2.0 で公開されている Turnpike で動いています。表示を残せば、自由に利用・変更・再配布できます。保証はありません。',
  licenceLink: 'ライセンス全文を読む',
};

export default texts;
