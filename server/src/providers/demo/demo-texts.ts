/** Texts of the demo, in the languages of the console. */
const demoTexts = {
  en: {
    about:
      '**Demo answer.** No model was asked: this text comes from the demo provider inside the gateway, so that you ' +
      'can try keys, streaming, prices and logs before you connect a real provider.',
    youWrote: 'You wrote:',
  },
  zh: {
    about:
      '**演示回答**。没有调用任何模型：这段文字来自网关内置的演示渠道，让你在接入真实服务商之前先试用令牌、流式输出、价格和日志。',
    youWrote: '你写的是：',
  },
  hant: {
    about:
      '**示範回答**。沒有呼叫任何模型：這段文字來自閘道內置的示範渠道，讓你在接入真正的供應商之前先試用令牌、串流輸出、價格和日誌。',
    youWrote: '你寫的是：',
  },
  ja: {
    about:
      '**デモの回答です**。モデルは呼び出していません。この文章はゲートウェイ内蔵のデモが返しています。実際のプロバイダーを' +
      'つなぐ前に、キー、ストリーミング、料金、ログを試せます。',
    youWrote: '送信された内容：',
  },
};

/** In the language of the question, as far as its letters tell. */
export function textsFor(question: string): (typeof demoTexts)['en'] {
  if (/[\u3040-\u30ff]/.test(question)) return demoTexts.ja;
  if (!/[\u3400-\u9fff]/.test(question)) return demoTexts.en;
  return /[這說個們麼為與還請後開問時東會話嗎點寫釋狀碼紹較]/.test(question) ? demoTexts.hant : demoTexts.zh;
}
