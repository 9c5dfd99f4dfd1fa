import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: 'このサイトについて',
  what: '{{name}} は、OpenAI 互換の 1\u00a0つのアドレスから複数のプロバイダーを利用できるようにし、アカウント・残高・キー・ログをまとめて管理します。',
  version: 'バージョン',
  address: 'ベース URL',
  reference: 'API リファレンス',
  openReference: '開く',
  licence: 'ライセンス',
  licenceText:
    'このサイトは Apache License 2.0 で公開されている Turnpike で動いています。著作権表示とライセンスを残せば、自由に利用・変更・再配布できます。保証はありません。',
  licenceLink: 'ライセンス全文を読む',
};

export default texts;
