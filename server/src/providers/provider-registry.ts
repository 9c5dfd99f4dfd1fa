import { anthropicProvider } from './anthropic/anthropic-provider.ts';
import { azureOpenAiProvider } from './azure-openai/azure-openai-provider.ts';
import { azureOpenAiV1Provider } from './azure-openai-v1/azure-openai-v1-provider.ts';
import { azureSpeechProvider } from './azure-speech/azure-speech-provider.ts';
import { baichuanProvider } from './baichuan/baichuan-provider.ts';
import { baiduProvider } from './baidu/baidu-provider.ts';
import { bedrockMessagesProvider } from './bedrock/bedrock-messages-provider.ts';
import { bedrockProvider } from './bedrock/bedrock-provider.ts';
import { cerebrasProvider } from './cerebras/cerebras-provider.ts';
import { cloudflareProvider } from './cloudflare/cloudflare-provider.ts';
import { cohereProvider } from './cohere/cohere-provider.ts';
import { cozeProvider } from './coze/coze-provider.ts';
import { customProvider } from './custom-provider.ts';
import { dashScopeProvider } from './dashscope/dashscope-provider.ts';
import { databricksProvider } from './databricks/databricks-provider.ts';
import { deepSeekProvider } from './deepseek/deepseek-provider.ts';
import { demoProvider } from './demo/demo-provider.ts';
import { elevenLabsProvider } from './elevenlabs/elevenlabs-provider.ts';
import { fireworksProvider } from './fireworks/fireworks-provider.ts';
import { geminiProvider } from './gemini/gemini-provider.ts';
import { groqProvider } from './groq/groq-provider.ts';
import { huggingFaceProvider } from './hugging-face/hugging-face-provider.ts';
import { hunyuanProvider } from './hunyuan/hunyuan-provider.ts';
import { jimengProvider } from './jimeng/jimeng-provider.ts';
import { jinaProvider } from './jina/jina-provider.ts';
import { klingProvider } from './kling/kling-provider.ts';
import { lingyiProvider } from './lingyi/lingyi-provider.ts';
import { llamaCppProvider } from './llama-cpp/llama-cpp-provider.ts';
import { lmStudioProvider } from './lm-studio/lm-studio-provider.ts';
import { lumaProvider } from './luma/luma-provider.ts';
import { midjourneyProvider } from './midjourney/midjourney-provider.ts';
import { miniMaxProvider } from './minimax/minimax-provider.ts';
import { mistralProvider } from './mistral/mistral-provider.ts';
import { moonshotProvider } from './moonshot/moonshot-provider.ts';
import { nvidiaProvider } from './nvidia/nvidia-provider.ts';
import { ollamaProvider } from './ollama/ollama-provider.ts';
import { openAiProvider } from './openai/openai-provider.ts';
import { openRouterProvider } from './openrouter/openrouter-provider.ts';
import { perplexityProvider } from './perplexity/perplexity-provider.ts';
import type { Provider } from './provider.ts';
import { qihoo360Provider } from './qihoo360/qihoo360-provider.ts';
import { recraftProvider } from './recraft/recraft-provider.ts';
import { replicateProvider } from './replicate/replicate-provider.ts';
import { runwayProvider } from './runway/runway-provider.ts';
import { sambanovaProvider } from './sambanova/sambanova-provider.ts';
import { siliconFlowProvider } from './siliconflow/siliconflow-provider.ts';
import { stabilityProvider } from './stability/stability-provider.ts';
import { sunoProvider } from './suno/suno-provider.ts';
import { sunoApiProvider } from './sunoapi/sunoapi-provider.ts';
import { togetherProvider } from './together/together-provider.ts';
import { vertexExpressProvider } from './vertex/vertex-express-provider.ts';
import { vertexProvider } from './vertex/vertex-provider.ts';
import { viduProvider } from './vidu/vidu-provider.ts';
import { vllmProvider } from './vllm/vllm-provider.ts';
import { volcengineProvider } from './volcengine/volcengine-provider.ts';
import { voyageProvider } from './voyage/voyage-provider.ts';
import { xAiProvider } from './xai/xai-provider.ts';
import { xinferenceProvider } from './xinference/xinference-provider.ts';
import { xunfeiProvider } from './xunfei/xunfei-provider.ts';
import { zhipuProvider } from './zhipu/zhipu-provider.ts';

/** Every vendor that a channel can name. */
export const providers: readonly Provider[] = [
  sambanovaProvider,
  anthropicProvider,
  azureOpenAiProvider,
  azureOpenAiV1Provider,
  azureSpeechProvider,
  baichuanProvider,
  baiduProvider,
  bedrockMessagesProvider,
  bedrockProvider,
  cerebrasProvider,
  cloudflareProvider,
  cohereProvider,
  cozeProvider,
  customProvider,
  dashScopeProvider,
  databricksProvider,
  deepSeekProvider,
  demoProvider,
  elevenLabsProvider,
  fireworksProvider,
  geminiProvider,
  groqProvider,
  huggingFaceProvider,
  jimengProvider,
  hunyuanProvider,
  jinaProvider,
  klingProvider,
  lingyiProvider,
  llamaCppProvider,
  lmStudioProvider,
  lumaProvider,
  midjourneyProvider,
  miniMaxProvider,
  mistralProvider,
  moonshotProvider,
  nvidiaProvider,
  ollamaProvider,
  openAiProvider,
  openRouterProvider,
  perplexityProvider,
  qihoo360Provider,
  recraftProvider,
  replicateProvider,
  runwayProvider,
  siliconFlowProvider,
  stabilityProvider,
  sunoApiProvider,
  sunoProvider,
  togetherProvider,
  vertexExpressProvider,
  vertexProvider,
  viduProvider,
  vllmProvider,
  volcengineProvider,
  voyageProvider,
  xAiProvider,
  xinferenceProvider,
  xunfeiProvider,
  zhipuProvider,
];

const byTypeId: ReadonlyMap<number, Provider> = new Map(
  providers.map((provider) => [provider.typeId, provider]),
);

/** The code for a channel's type, or undefined when there is none. */
export const findProvider = (typeId: number): Provider | undefined => byTypeId.get(typeId);

const byName: ReadonlyMap<string, Provider> = new Map(providers.map((provider) => [provider.name, provider]));

export const findProviderNamed = (name: string): Provider | undefined => byName.get(name);
