import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  checking: '人間による操作かを確認しています…',
  failed:
    '確認を読み込めませんでした。接続を確認し、ブラウザーで challenges.cloudflare.com を許可してください。',
  reload: '再読み込み',
};

export default texts;
