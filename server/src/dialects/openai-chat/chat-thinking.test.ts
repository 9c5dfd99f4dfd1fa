import { expect, it } from 'vitest';
import { chatThinking } from './chat-thinking.ts';

it.each([
  ...['deepseek-chat', 'deepseek-reasoner', 'deepseek-ai/DeepSeek-V3.2', 'Pro/deepseek-ai/DeepSeek-R1'],
  ...[
    'deepseek.v3-v1:0',
    'kimi-k2.5',
    'accounts/fireworks/models/kimi-k2-thinking',
    'hf:moonshotai/Kimi-K2-Thinking',
  ],
  ...['glm-4.7', 'zai-org/GLM-4.6', 'zai.glm-5', 'MiniMax-M2', 'MiniMaxAI/MiniMax-M2'],
])('%s wants its thinking back', (model) => expect(chatThinking.isWantedBy(model)).toBe(true));

it.each([
  ...[
    'moonshotai/kimi-k2-instruct',
    'deepseek-r1-distill-llama-70b',
    'deepseek-ai/DeepSeek-R1-Distill-Qwen-32B',
  ],
  ...['my-chatglm-6b', 'minimaxed-gpt', 'akimbo-kimi', 'qwen/qwen3-32b', 'magistral-medium', 'gpt-5'],
])('%s is not known to', (model) => expect(chatThinking.isWantedBy(model)).toBe(false));
