import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  title: '離開本站',
  ask: '這個連結會開啟下面的網址。只有信任它時才繼續。',
  askApp: '這個連結會開啟一個應用程式，並把下面的內容交給它。其中可能有你的令牌，只有信任它時才繼續。',
  goOn: '開啟這個連結',
  stay: '留在本站',
  refused: '不能開啟這個連結',
  refusedHint: '連結裏沒有可用的網址，或者它會在此頁執行程式碼。',
};

export default texts;
