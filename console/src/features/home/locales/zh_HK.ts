import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  about: '一個 OpenAI 格式的地址，背後是各家模型服務。帳戶、餘額、令牌和每次呼叫的費用都在一處。',
  signIn: '登入',
  openConsole: '進入控制台',
  openPlayground: '開啟對話試用',
  address: 'API 網址',
  copyAddress: '複製API 網址',
  openPrices: '查看價格',
  exampleTitle: '呼叫範例',
  callTitle: '可呼叫的模型：{{count}} 個',
};

export default texts;
