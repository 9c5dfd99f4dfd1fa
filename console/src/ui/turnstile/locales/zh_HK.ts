import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  checking: '正在進行人機驗證…',
  failed: '無法載入人機驗證。請檢查網絡，或允許瀏覽器連接 challenges.cloudflare.com。',
  reload: '重新載入',
};

export default texts;
