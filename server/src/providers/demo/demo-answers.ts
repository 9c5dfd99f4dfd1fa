import { randomText } from '../../platform/random-ids.ts';

type DemoRequest = Record<string, unknown>;

const EMBEDDING_SIZE = 256;
const CREATED_SECONDS = 1_700_000_000;

/** A demo's "token" is a word or a single CJK character: easy to check by eye. */
const wordsOf = (text: string): string[] =>
  text.match(
    /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\s\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+|\s+/gu,
  ) ?? [];
const countWords = (text: string): number => wordsOf(text).filter((word) => word.trim() !== '').length;

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: { text?: unknown }) => (typeof part?.text === 'string' ? part.text : ''))
    .join(' ');
}

function readRequest(request: DemoRequest) {
  const messages = Array.isArray(request.messages) ? (request.messages as { content?: unknown }[]) : [];
  const question = textOf(messages.at(-1)?.content);
  const limit = Number(request.max_completion_tokens ?? request.max_tokens ?? Number.POSITIVE_INFINITY);
  const promptTokens = messages.reduce((sum, message) => sum + countWords(textOf(message?.content)) + 1, 1);
  return { question, limit, promptTokens, model: String(request.model) };
}

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
function textsFor(question: string): (typeof demoTexts)['en'] {
  if (/[\u3040-\u30ff]/.test(question)) return demoTexts.ja;
  if (!/[\u3400-\u9fff]/.test(question)) return demoTexts.en;
  return /[這說個們麼為與還請後開問時東會話嗎點寫釋狀碼紹較]/.test(question) ? demoTexts.hant : demoTexts.zh;
}

function answerText(question: string, limit: number): { words: string[]; isCut: boolean } {
  const quoted = question.length > 200 ? `${question.slice(0, 200)}…` : question;
  const { about, youWrote } = textsFor(question);
  const all = wordsOf(`${about}\n\n${youWrote}\n\n> ${quoted}\n`);
  const words: string[] = [];
  let count = 0;
  for (const word of all) {
    if (word.trim() !== '') count += 1;
    if (count > limit) return { words, isCut: true };
    words.push(word);
  }
  return { words, isCut: false };
}

const usageOf = (promptTokens: number, completionTokens: number) => ({
  prompt_tokens: promptTokens,
  completion_tokens: completionTokens,
  total_tokens: promptTokens + completionTokens,
});

export function demoChatAnswer(request: DemoRequest) {
  const { question, limit, promptTokens, model } = readRequest(request);
  const { words, isCut } = answerText(question, limit);
  const content = words.join('');
  return {
    id: `chatcmpl-demo${randomText(20)}`,
    object: 'chat.completion',
    created: CREATED_SECONDS,
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, refusal: null },
        logprobs: null,
        finish_reason: isCut ? 'length' : 'stop',
      },
    ],
    usage: usageOf(promptTokens, countWords(content)),
  };
}

export function* demoChatChunks(request: DemoRequest): Generator<string> {
  const { question, limit, promptTokens, model } = readRequest(request);
  const { words, isCut } = answerText(question, limit);
  const base = {
    id: `chatcmpl-demo${randomText(20)}`,
    object: 'chat.completion.chunk',
    created: CREATED_SECONDS,
    model,
  };
  const event = (delta: object, finish_reason: string | null) =>
    `data: ${JSON.stringify({ ...base, choices: [{ index: 0, delta, logprobs: null, finish_reason }] })}\n\n`;
  yield event({ role: 'assistant', content: '' }, null);
  for (const content of words) yield event({ content }, null);
  yield event({}, isCut ? 'length' : 'stop');
  const options = request.stream_options as { include_usage?: unknown } | undefined;
  if (options?.include_usage === true) {
    const usage = usageOf(promptTokens, countWords(words.join('')));
    yield `data: ${JSON.stringify({ ...base, choices: [], usage })}\n\n`;
  }
  yield 'data: [DONE]\n\n';
}

/** Vectors that depend on the text alone, so that equal texts are equally near. */
export function demoEmbeddings(request: DemoRequest) {
  const inputs = Array.isArray(request.input) ? request.input : [request.input];
  const size = Math.min(Number(request.dimensions ?? EMBEDDING_SIZE), 4096);
  const promptTokens = inputs.reduce((sum: number, input) => sum + Math.max(1, countWords(String(input))), 0);
  return {
    object: 'list',
    model: String(request.model),
    data: inputs.map((input, index) => ({
      object: 'embedding',
      index,
      embedding: encode(vectorOf(String(input), size), request.encoding_format === 'base64'),
    })),
    usage: { prompt_tokens: promptTokens, total_tokens: promptTokens },
  };
}

function vectorOf(text: string, size: number): number[] {
  const vector = new Array<number>(size).fill(0);
  for (let i = 0; i < text.length; i += 1) {
    const place = (text.charCodeAt(i) * 31 + (text.charCodeAt(i - 1) || 7) * 17) % size;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

function encode(vector: number[], asBase64: boolean): number[] | string {
  if (!asBase64) return vector;
  return Buffer.from(Float32Array.from(vector).buffer).toString('base64');
}
