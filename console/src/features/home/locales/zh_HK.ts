import type { TextsOf } from '../../../i18n/texts.ts';
import type zhCN from './zh_CN.ts';

const texts: TextsOf<typeof zhCN> = {
  about: '一個兼容 OpenAI 的網址，背後是各家模型服務。帳戶、餘額、令牌和每次呼叫的費用集中管理。',
  signIn: '登入',
  openConsole: '進入控制台',
  openPlayground: '開啟模型體驗',
  address: 'API 網址',
  copyAddress: '複製 API 網址',
  openPrices: '檢視價格',
  exampleTitle: '呼叫範例',
  callTitle_one: '可用模型：{{count}} 個',
  callTitle_other: '可用模型：{{count}} 個',
  title_dialect: '沿用慣用的 SDK',
  text_dialect: '換個網址即可：OpenAI 客戶端可直接使用，串流原樣傳回。',
  title_cost: '費用有據可查',
  text_cost: '每次呼叫都列出輸入、輸出與快取的用量、價格和算式，精確到最小單位。',
  title_limit: '額度不超支',
  text_limit: '每個令牌可各設額度、有效期和群組，用完即停。',
  allModels: '全部模型',
};

export default texts;
