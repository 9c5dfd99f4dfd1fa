import { likeOpenAi } from '../like-openai.ts';

import { membersOf } from '../openai-forms.ts';
import { siliconFlowImageAdapter } from './siliconflow-image-adapter.ts';

/**
 * SiliconFlow. Accounts of the international platform have the address `https://api.siliconflow.com`.
 * Source: SiliconFlow API reference, chat completions of both kinds, checked 2026-11; "Create rerank", "Create image",
 * "Create speech", "Create audio transcriptions".
 */
export const siliconFlowProvider = likeOpenAi({
  typeId: 45,
  name: 'siliconflow',
  label: 'SiliconFlow',
  baseUrl: 'https://api.siliconflow.cn',
  key: { example: 'sk-…', site: 'https://cloud.siliconflow.cn/account/ak' },
  models: [],
  testModel: '',
  offers: ['chat', 'embeddings', 'rerank', 'images', 'speech', 'transcriptions'],
  adapters: { images: siliconFlowImageAdapter },
  outOfCredit: '30011',
  messagesPath: '/v1/messages',
  balance: {
    path: '/v1/user/info',
    currency: 'CNY',
    currencyAt: { 'https://api.siliconflow.com': 'USD' },
    read(body) {
      const { totalBalance: amount } = membersOf(membersOf(body).data);
      return amount === undefined ? null : { amount: amount as string };
    },
  },
});
