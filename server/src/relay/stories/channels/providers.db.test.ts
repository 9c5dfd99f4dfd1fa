import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isSignedForAmazon } from '../../../../test/suites/amazon-check.ts';
import {
  type DocumentedVendor,
  type ProviderWorld,
  StrictUpstream,
} from '../../../../test/suites/asked-provider.ts';
import { serviceAccount } from '../../../../test/suites/given-token.ts';
import { describeProvider } from '../../../../test/suites/provider-suite.ts';
import { messageFrames } from '../../../../test/support/aws-frames.ts';
import { startTestGateway } from '../../../../test/support/test-gateway.ts';
import { providers } from '../../../providers/provider-registry.ts';

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
/** Anthropic's dialect at other vendors, which look for the key in one of two headers. */
const eitherKey = (key: string) => ({
  ...bearer(key),
  ...{ 'x-api-key': key, 'anthropic-version': '2023-06-01' },
});

/** The file of `providerRequests`, as a vendor gets it. */
const file = { filename: 'a.bin', type: 'application/octet-stream', bytes: Buffer.alloc(100) };
const sound = Buffer.from('ID3 sound');
/** Mistral's server sent it. */
const heardByMistral = JSON.parse(
  readFileSync(
    new URL('../../../../test/recordings/providers/mistral-transcription.json', import.meta.url),
    'utf8',
  ),
) as object;

/** Written from the vendors' documents, not from the providers. The demo is missing: it calls nobody. */
const vendors: Readonly<Record<string, DocumentedVendor>> = {
  anthropic: {
    auth: { 'x-api-key': 'sk-ant-api03-…', 'anthropic-version': '2023-06-01' },
    model: 'claude-haiku-4-5',
    at: {
      'anthropic-messages': 'https://api.anthropic.com/v1/messages',
      'anthropic-count': 'https://api.anthropic.com/v1/messages/count_tokens',
    },
  },
  'azure-openai': {
    auth: { 'api-key': '0123456789abcdef0123456789abcdef…' },
    model: 'my-deployment',
    at: {
      'openai-chat':
        'https://my-resource.openai.azure.com/openai/deployments/my-deployment/chat/completions?api-version=2024-10-21',
      'openai-completions':
        'https://my-resource.openai.azure.com/openai/deployments/my-deployment/completions?api-version=2024-10-21',
      'openai-embeddings':
        'https://my-resource.openai.azure.com/openai/deployments/my-deployment/embeddings?api-version=2024-10-21',
      'openai-responses': 'https://my-resource.openai.azure.com/openai/v1/responses',
      'openai-images':
        'https://my-resource.openai.azure.com/openai/deployments/my-deployment/images/generations?api-version=2024-10-21',
      'openai-image-edits':
        'https://my-resource.openai.azure.com/openai/deployments/my-deployment/images/edits?api-version=2024-10-21',
      'openai-speech':
        'https://my-resource.openai.azure.com/openai/deployments/my-deployment/audio/speech?api-version=2024-10-21',
      'openai-transcriptions':
        'https://my-resource.openai.azure.com/openai/deployments/my-deployment/audio/transcriptions?api-version=2024-10-21',
      'openai-translations':
        'https://my-resource.openai.azure.com/openai/deployments/my-deployment/audio/translations?api-version=2024-10-21',
    },
  },
  'azure-openai-v1': {
    auth: { 'api-key': '0123456789abcdef0123456789abcdef…' },
    model: 'my-deployment',
    at: {
      'openai-chat': 'https://my-resource.openai.azure.com/openai/v1/chat/completions',
      'openai-completions': 'https://my-resource.openai.azure.com/openai/v1/completions',
      'openai-embeddings': 'https://my-resource.openai.azure.com/openai/v1/embeddings',
      'openai-responses': 'https://my-resource.openai.azure.com/openai/v1/responses',
      'openai-images': 'https://my-resource.openai.azure.com/openai/v1/images/generations',
      'openai-image-edits': 'https://my-resource.openai.azure.com/openai/v1/images/edits',
      'openai-speech': 'https://my-resource.openai.azure.com/openai/v1/audio/speech',
      'openai-transcriptions': 'https://my-resource.openai.azure.com/openai/v1/audio/transcriptions',
      'openai-translations': 'https://my-resource.openai.azure.com/openai/v1/audio/translations',
    },
  },
  'azure-speech': {
    auth: {
      'ocp-apim-subscription-key': '0123456789abcdef0123456789abcdef…',
      'x-microsoft-outputformat': 'audio-24khz-96kbitrate-mono-mp3',
    },
    model: 'azure-tts',
    at: {
      'openai-speech': {
        url: 'https://eastus.tts.speech.microsoft.com/cognitiveservices/v1',
        own: {
          type: 'application/ssml+xml',
          asked: {
            text:
              '<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" ' +
              'xmlns:mstts="https://www.w3.org/2001/mstts" xml:lang="zh-CN">' +
              '<voice name="zh-CN-YunxiNeural">Hello</voice></speak>',
          },
          ...{ answer: sound, heard: sound },
        },
      },
    },
  },
  baichuan: {
    auth: bearer('sk-…'),
    model: 'Baichuan4-Turbo',
    at: {
      'openai-chat': 'https://api.baichuan-ai.com/v1/chat/completions',
      'openai-embeddings': 'https://api.baichuan-ai.com/v1/embeddings',
    },
  },
  baidu: {
    auth: bearer('bce-v3/ALTAK-…/…'),
    model: 'ernie-4.5-turbo-128k',
    at: {
      'openai-chat': 'https://qianfan.baidubce.com/v2/chat/completions',
      'openai-embeddings': 'https://qianfan.baidubce.com/v2/embeddings',
      rerank: 'https://qianfan.baidubce.com/v2/rerank',
      'openai-images': 'https://qianfan.baidubce.com/v2/images/generations',
    },
  },
  bedrock: {
    auth: {},
    isSigned: (request, sent) => isSignedForAmazon(request, { ...sent, service: 'bedrock' }),
    model: 'anthropic.claude-haiku-4-5-20251001-v1:0',
    frames: { type: 'application/vnd.amazon.eventstream', encode: messageFrames },
    at: {
      'anthropic-messages': {
        url: 'https://bedrock-runtime.us-east-1.amazonaws.com/model/anthropic.claude-haiku-4-5-20251001-v1%3A0/invoke',
        streamUrl:
          'https://bedrock-runtime.us-east-1.amazonaws.com/model/anthropic.claude-haiku-4-5-20251001-v1%3A0/invoke-with-response-stream',
        instead: { anthropic_version: 'bedrock-2023-05-31' },
      },
      'openai-embeddings': {
        url: 'https://bedrock-runtime.us-east-1.amazonaws.com/model/amazon.titan-embed-text-v2%3A0/invoke',
        model: 'amazon.titan-embed-text-v2:0',
        own: {
          asked: { inputText: 'Paris' },
          answer: { embedding: [0.5, -0.25], inputTextTokenCount: 3 },
          heard: {
            object: 'list',
            data: [{ object: 'embedding', index: 0, embedding: [0.5, -0.25] }],
            model: 'amazon.titan-embed-text-v2:0',
            usage: { prompt_tokens: 3, total_tokens: 3 },
          },
          counted: [3, 0],
        },
      },
      rerank: {
        url: 'https://bedrock-runtime.us-east-1.amazonaws.com/model/cohere.rerank-v3-5%3A0/invoke',
        model: 'cohere.rerank-v3-5:0',
        own: {
          asked: { query: 'A capital?', documents: ['Paris', 'Nice'], top_n: 1, api_version: 2 },
          answer: { results: [{ index: 0, relevance_score: 0.75 }] },
          heard: { results: [{ index: 0, relevance_score: 0.75 }] },
        },
      },
    },
  },
  'bedrock-messages': {
    auth: { 'anthropic-version': '2023-06-01' },
    isSigned: (request, sent) => isSignedForAmazon(request, { ...sent, service: 'bedrock-mantle' }),
    model: 'anthropic.claude-haiku-4-5',
    at: { 'anthropic-messages': 'https://bedrock-mantle.us-east-1.api.aws/anthropic/v1/messages' },
  },
  cerebras: {
    auth: bearer('csk-…'),
    model: 'gpt-oss-120b',
    at: {
      'openai-chat': 'https://api.cerebras.ai/v1/chat/completions',
      'openai-completions': 'https://api.cerebras.ai/v1/completions',
    },
  },
  cloudflare: {
    auth: bearer('Abcdefghijklmnopqrstuvwxyz…'),
    model: '@cf/openai/gpt-oss-20b',
    at: {
      'openai-chat':
        'https://api.cloudflare.com/client/v4/accounts/0123456789abcdef0123456789abcdef/ai/v1/chat/completions',
      'openai-embeddings':
        'https://api.cloudflare.com/client/v4/accounts/0123456789abcdef0123456789abcdef/ai/v1/embeddings',
      'openai-images': {
        url: 'https://api.cloudflare.com/client/v4/accounts/0123456789abcdef0123456789abcdef/ai/run/@cf/black-forest-labs/flux-1-schnell',
        model: '@cf/black-forest-labs/flux-1-schnell',
        own: {
          asked: { prompt: 'A cat', width: 1024, height: 1024 },
          answer: { result: { image: 'QUJD' }, success: true },
          heard: { created: expect.any(Number), data: [{ b64_json: 'QUJD' }] },
        },
      },
      'openai-transcriptions': {
        url: 'https://api.cloudflare.com/client/v4/accounts/0123456789abcdef0123456789abcdef/ai/run/@cf/openai/whisper-large-v3-turbo',
        model: '@cf/openai/whisper-large-v3-turbo',
        own: {
          type: 'application/json',
          asked: { task: 'transcribe', audio: Buffer.alloc(100).toString('base64') },
          answer: {
            result: { text: 'Hello', transcription_info: { language: 'en', duration: 1.2 } },
            success: true,
          },
          heard: { text: 'Hello', usage: { type: 'duration', seconds: 2 } },
        },
      },
    },
  },
  cohere: {
    auth: bearer('Abcdefghijklmnopqrstuvwxyz0123456789ABCD…'),
    model: 'command-a-03-2025',
    at: {
      'openai-chat': 'https://api.cohere.ai/compatibility/v1/chat/completions',
      'openai-embeddings': {
        url: 'https://api.cohere.ai/compatibility/v1/embeddings',
        model: 'embed-v4.0',
      },
      'cohere-embeddings': { url: 'https://api.cohere.ai/v2/embed', model: 'embed-v4.0' },
      rerank: { url: 'https://api.cohere.ai/v2/rerank', model: 'rerank-v3.5' },
      'openai-transcriptions': {
        url: 'https://api.cohere.ai/v2/audio/transcriptions',
        model: 'cohere-transcribe-03-2026',
      },
    },
  },
  custom: {
    auth: bearer('sk-…'),
    model: 'my-model',
    at: {
      'openai-chat': 'http://localhost:8080/v1/chat/completions',
      'openai-completions': 'http://localhost:8080/v1/completions',
      'openai-embeddings': 'http://localhost:8080/v1/embeddings',
      'openai-responses': 'http://localhost:8080/v1/responses',
      'responses-compaction': 'http://localhost:8080/v1/responses/compact',
      'responses-count': 'http://localhost:8080/v1/responses/input_tokens',
      'openai-moderations': 'http://localhost:8080/v1/moderations',
      rerank: 'http://localhost:8080/v1/rerank',
      'openai-images': 'http://localhost:8080/v1/images/generations',
      'openai-image-edits': 'http://localhost:8080/v1/images/edits',
      'openai-image-variations': 'http://localhost:8080/v1/images/variations',
      'openai-speech': 'http://localhost:8080/v1/audio/speech',
      'openai-transcriptions': 'http://localhost:8080/v1/audio/transcriptions',
      'openai-translations': 'http://localhost:8080/v1/audio/translations',
      'anthropic-messages': { url: 'http://localhost:8080/v1/messages', auth: eitherKey('sk-…') },
      'anthropic-count': { url: 'http://localhost:8080/v1/messages/count_tokens', auth: eitherKey('sk-…') },
      gemini: {
        url: 'http://localhost:8080/v1beta/models/my-model:generateContent',
        streamUrl: 'http://localhost:8080/v1beta/models/my-model:streamGenerateContent?alt=sse',
        auth: { 'x-goog-api-key': 'sk-…' },
      },
      'gemini-count': {
        url: 'http://localhost:8080/v1beta/models/my-model:countTokens',
        auth: { 'x-goog-api-key': 'sk-…' },
      },
      'gemini-embeddings': {
        url: 'http://localhost:8080/v1beta/models/my-model:embedContent',
        auth: { 'x-goog-api-key': 'sk-…' },
      },
      'gemini-batch-embeddings': {
        url: 'http://localhost:8080/v1beta/models/my-model:batchEmbedContents',
        auth: { 'x-goog-api-key': 'sk-…' },
      },
      'gemini-images': {
        url: 'http://localhost:8080/v1beta/models/imagen-4.0-generate-001:predict',
        model: 'imagen-4.0-generate-001',
        auth: { 'x-goog-api-key': 'sk-…' },
      },
    },
    dialects: ['openai-chat', 'openai-completions', 'openai-responses', 'anthropic-messages', 'gemini'],
  },
  coze: {
    auth: bearer('pat_Abcdefghijklmnopqrstuvwxyz…'),
    model: 'coze-7497176623146811392',
    at: {
      'openai-chat': {
        url: 'https://api.coze.com/v3/chat',
        own: {
          asked: {
            ...{ bot_id: '7497176623146811392', user_id: 'user', stream: true, auto_save_history: false },
            additional_messages: [
              {
                ...{ role: 'user', type: 'question', content_type: 'text' },
                content: 'What is the weather in Paris?',
              },
            ],
          },
          ...{ answer: {}, heard: {} },
        },
      },
    },
  },
  dashscope: {
    auth: bearer('sk-…'),
    model: 'qwen-flash',
    at: {
      'openai-chat': 'https://dashscope.aliyuncs.com/compatible-mode/v1/chat/completions',
      'openai-embeddings': 'https://dashscope.aliyuncs.com/compatible-mode/v1/embeddings',
      rerank: { url: 'https://dashscope.aliyuncs.com/compatible-api/v1/reranks', model: 'qwen3-rerank' },
      'openai-images': {
        url: 'https://dashscope.aliyuncs.com/api/v1/services/aigc/text2image/image-synthesis',
        model: 'wanx2.1-t2i-turbo',
        own: {
          asked: {
            model: 'wanx2.1-t2i-turbo',
            input: { prompt: 'A cat' },
            parameters: { size: '1024*1024', n: 1 },
          },
          answer: { output: { task_status: 'SUCCEEDED', results: [{ url: 'https://a/1.png' }] } },
          heard: { created: expect.any(Number), data: [{ url: 'https://a/1.png' }] },
        },
      },
      'anthropic-messages': {
        url: 'https://dashscope.aliyuncs.com/apps/anthropic/v1/messages',
        auth: eitherKey('sk-…'),
      },
    },
  },
  databricks: {
    auth: bearer('dapi…'),
    model: 'my-endpoint',
    at: {
      'openai-chat': 'https://my-workspace.cloud.databricks.com/serving-endpoints/my-endpoint/invocations',
      'openai-completions':
        'https://my-workspace.cloud.databricks.com/serving-endpoints/my-endpoint/invocations',
      'openai-embeddings':
        'https://my-workspace.cloud.databricks.com/serving-endpoints/my-endpoint/invocations',
      'anthropic-messages': {
        url: 'https://my-workspace.cloud.databricks.com/serving-endpoints/anthropic/v1/messages',
        model: 'databricks-claude-sonnet-4-5',
        auth: eitherKey('dapi…'),
      },
    },
  },
  deepseek: {
    auth: bearer('sk-…'),
    model: 'deepseek-flash',
    at: {
      'openai-chat': 'https://api.deepseek.com/chat/completions',
      'openai-responses': 'https://api.deepseek.com/responses',
      'anthropic-messages': {
        url: 'https://api.deepseek.com/anthropic/v1/messages',
        auth: eitherKey('sk-…'),
      },
    },
  },
  elevenlabs: {
    auth: { 'xi-api-key': 'sk_…' },
    model: 'eleven_multilingual_v2',
    at: {
      'openai-speech': {
        url: 'https://api.elevenlabs.io/v1/text-to-speech/SAz9YHcvj6GT2YYXdXww?output_format=mp3_44100_128',
        own: {
          asked: { text: 'Hello', model_id: 'eleven_multilingual_v2' },
          ...{ answer: sound, heard: sound },
        },
      },
      'openai-transcriptions': {
        url: 'https://api.elevenlabs.io/v1/speech-to-text',
        model: 'scribe_v2',
        own: {
          asked: { model_id: 'scribe_v2', tag_audio_events: 'false', file },
          answer: {
            ...{ language_code: 'eng', language_probability: 0.98, text: 'Hello' },
            words: [{ text: 'Hello', start: 0.1, end: 0.6, type: 'word' }],
          },
          heard: { text: 'Hello' },
        },
      },
    },
  },
  fireworks: {
    auth: bearer('fw_…'),
    model: 'accounts/fireworks/models/gpt-oss-120b',
    at: {
      'openai-chat': 'https://api.fireworks.ai/inference/v1/chat/completions',
      'openai-completions': 'https://api.fireworks.ai/inference/v1/completions',
      'openai-embeddings': 'https://api.fireworks.ai/inference/v1/embeddings',
      'openai-responses': 'https://api.fireworks.ai/inference/v1/responses',
      rerank: {
        url: 'https://api.fireworks.ai/inference/v1/rerank',
        model: 'fireworks/qwen3-reranker-8b',
        own: {
          asked: {
            model: 'fireworks/qwen3-reranker-8b',
            query: 'A capital?',
            documents: ['Paris', 'Nice'],
            top_n: 1,
          },
          answer: {
            object: 'list',
            model: 'fireworks/qwen3-reranker-8b',
            data: [{ index: 0, relevance_score: 0.75 }],
            usage: { prompt_tokens: 9, total_tokens: 9, completion_tokens: 0 },
          },
          heard: {
            model: 'fireworks/qwen3-reranker-8b',
            results: [{ index: 0, relevance_score: 0.75 }],
            usage: { prompt_tokens: 9, total_tokens: 9, completion_tokens: 0 },
          },
          counted: [9, 0],
        },
      },
      'anthropic-messages': {
        url: 'https://api.fireworks.ai/inference/v1/messages',
        auth: eitherKey('fw_…'),
      },
    },
  },
  gemini: {
    auth: { 'x-goog-api-key': 'AIza…' },
    model: 'gemini-3.5-flash',
    at: {
      gemini: {
        url: 'https://generativelanguage.googleapis.com/v1beta/models/gemini-3.5-flash:generateContent',
        streamUrl:
          'https://generativelanguage.googleapis.com/v1beta/models/gemini-3.5-flash:streamGenerateContent?alt=sse',
      },
      'gemini-count': 'https://generativelanguage.googleapis.com/v1beta/models/gemini-3.5-flash:countTokens',
      'gemini-embeddings':
        'https://generativelanguage.googleapis.com/v1beta/models/gemini-3.5-flash:embedContent',
      'gemini-batch-embeddings':
        'https://generativelanguage.googleapis.com/v1beta/models/gemini-3.5-flash:batchEmbedContents',
      'gemini-images': {
        url: 'https://generativelanguage.googleapis.com/v1beta/models/imagen-4.0-generate-001:predict',
        model: 'imagen-4.0-generate-001',
      },
      'openai-embeddings': {
        url: 'https://generativelanguage.googleapis.com/v1beta/models/gemini-embedding-001:batchEmbedContents',
        model: 'gemini-embedding-001',
        own: {
          asked: {
            requests: [{ model: 'models/gemini-embedding-001', content: { parts: [{ text: 'Paris' }] } }],
          },
          answer: { embeddings: [{ values: [0.5] }], usageMetadata: { promptTokenCount: 8 } },
          heard: {
            object: 'list',
            data: [{ object: 'embedding', index: 0, embedding: [0.5] }],
            model: expect.any(String),
            usage: { prompt_tokens: 8, total_tokens: 8 },
          },
          counted: [8, 0],
        },
      },
      'openai-images': {
        url: 'https://generativelanguage.googleapis.com/v1beta/models/gemini-3.1-flash-image:generateContent',
        model: 'gemini-3.1-flash-image',
        own: {
          asked: {
            contents: [{ role: 'user', parts: [{ text: 'A cat' }] }],
            generationConfig: { responseModalities: ['TEXT', 'IMAGE'], imageConfig: { aspectRatio: '1:1' } },
          },
          answer: {
            candidates: [{ content: { parts: [{ inlineData: { mimeType: 'image/png', data: 'QUJD' } }] } }],
            usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 1120, totalTokenCount: 1125 },
          },
          heard: {
            created: expect.any(Number),
            data: [{ b64_json: 'QUJD' }],
            usage: { input_tokens: 5, output_tokens: 1120, total_tokens: 1125 },
          },
          counted: [5, 1120],
        },
      },
    },
  },
  groq: {
    auth: bearer('gsk_…'),
    model: 'openai/gpt-oss-20b',
    at: {
      'openai-chat': 'https://api.groq.com/openai/v1/chat/completions',
      'openai-responses': 'https://api.groq.com/openai/v1/responses',
      'openai-speech': 'https://api.groq.com/openai/v1/audio/speech',
      'openai-transcriptions': 'https://api.groq.com/openai/v1/audio/transcriptions',
      'openai-translations': 'https://api.groq.com/openai/v1/audio/translations',
    },
  },
  'hugging-face': {
    auth: bearer('hf_…'),
    model: 'openai/gpt-oss-120b',
    at: {
      'openai-chat': 'https://router.huggingface.co/v1/chat/completions',
      'openai-responses': 'https://router.huggingface.co/v1/responses',
    },
  },
  hunyuan: {
    auth: bearer('sk-…'),
    model: 'hy3',
    at: {
      'openai-chat': 'https://tokenhub.tencentmaas.com/v1/chat/completions',
      'openai-embeddings': 'https://tokenhub.tencentmaas.com/v1/embeddings',
    },
  },
  jina: {
    auth: bearer('jina_…'),
    model: 'jina-embeddings-v4',
    at: {
      'openai-embeddings': 'https://api.jina.ai/v1/embeddings',
      rerank: { url: 'https://api.jina.ai/v1/rerank', model: 'jina-reranker-v3' },
    },
  },
  lingyi: {
    auth: bearer('0123456789abcdef0123456789abcdef…'),
    model: 'yi-lightning',
    at: { 'openai-chat': 'https://api.lingyiwanwu.com/v1/chat/completions' },
  },
  'llama-cpp': {
    auth: bearer('sk-no-key-required…'),
    model: 'my-model',
    at: {
      'openai-chat': 'http://localhost:8080/v1/chat/completions',
      'openai-completions': 'http://localhost:8080/v1/completions',
      'openai-embeddings': 'http://localhost:8080/v1/embeddings',
      'openai-responses': 'http://localhost:8080/v1/responses',
      rerank: 'http://localhost:8080/v1/rerank',
      'anthropic-messages': {
        url: 'http://localhost:8080/v1/messages',
        auth: eitherKey('sk-no-key-required…'),
      },
    },
  },
  'lm-studio': {
    auth: bearer('lm-studio…'),
    model: 'openai/gpt-oss-20b',
    at: {
      'openai-chat': 'http://localhost:1234/v1/chat/completions',
      'openai-completions': 'http://localhost:1234/v1/completions',
      'openai-embeddings': 'http://localhost:1234/v1/embeddings',
      'openai-responses': 'http://localhost:1234/v1/responses',
      'anthropic-messages': { url: 'http://localhost:1234/v1/messages', auth: eitherKey('lm-studio…') },
    },
  },
  minimax: {
    auth: bearer('eyJ…'),
    model: 'MiniMax-M2.5',
    at: {
      'openai-chat': 'https://api.minimaxi.com/v1/chat/completions',
      'anthropic-messages': {
        url: 'https://api.minimaxi.com/anthropic/v1/messages',
        auth: eitherKey('eyJ…'),
      },
      'openai-speech': {
        url: 'https://api.minimaxi.com/v1/t2a_v2',
        model: 'speech-2.6-hd',
        own: {
          asked: {
            ...{ model: 'speech-2.6-hd', text: 'Hello', stream: false },
            voice_setting: { voice_id: 'female-chengshu' },
            audio_setting: { format: 'mp3' },
          },
          answer: {
            data: { audio: sound.toString('hex'), status: 2 },
            base_resp: { status_code: 0, status_msg: 'success' },
          },
          heard: sound,
        },
      },
    },
  },
  mistral: {
    auth: bearer('Abcdefghijklmnopqrstuvwxyz012345…'),
    model: 'mistral-small-latest',
    at: {
      'openai-chat': 'https://api.mistral.ai/v1/chat/completions',
      'openai-embeddings': 'https://api.mistral.ai/v1/embeddings',
      'openai-speech': {
        url: 'https://api.mistral.ai/v1/audio/speech',
        model: 'voxtral-mini-tts-3',
        own: {
          asked: {
            ...{ model: 'voxtral-mini-tts-3', input: 'Hello' },
            ...{ voice_id: 'gb_jane_neutral', response_format: 'mp3' },
          },
          ...{ answer: { audio_data: sound.toString('base64') }, heard: sound },
        },
      },
      'openai-transcriptions': {
        url: 'https://api.mistral.ai/v1/audio/transcriptions',
        model: 'voxtral-mini-latest',
        own: {
          asked: { model: 'voxtral-mini-latest', file },
          ...{ answer: heardByMistral, heard: heardByMistral, counted: [380, 20] },
        },
      },
    },
  },
  moonshot: {
    auth: bearer('sk-…'),
    model: 'kimi-k3',
    at: {
      'openai-chat': 'https://api.moonshot.cn/v1/chat/completions',
      'anthropic-messages': { url: 'https://api.moonshot.cn/anthropic/v1/messages', auth: eitherKey('sk-…') },
    },
  },
  nvidia: {
    auth: bearer('nvapi-…'),
    model: 'meta/llama-3.3-70b-instruct',
    at: {
      'openai-chat': 'https://integrate.api.nvidia.com/v1/chat/completions',
      'openai-completions': 'https://integrate.api.nvidia.com/v1/completions',
      'openai-embeddings': 'https://integrate.api.nvidia.com/v1/embeddings',
    },
  },
  ollama: {
    auth: bearer('ollama…'),
    model: 'gpt-oss:20b',
    at: {
      'openai-chat': 'http://localhost:11434/v1/chat/completions',
      'openai-completions': 'http://localhost:11434/v1/completions',
      'openai-embeddings': 'http://localhost:11434/v1/embeddings',
      'openai-responses': 'http://localhost:11434/v1/responses',
      'anthropic-messages': { url: 'http://localhost:11434/v1/messages', auth: eitherKey('ollama…') },
    },
  },
  openai: {
    auth: bearer('sk-proj-…'),
    model: 'gpt-6-luna',
    at: {
      'openai-chat': 'https://api.openai.com/v1/chat/completions',
      'openai-completions': { url: 'https://api.openai.com/v1/completions', model: 'gpt-3.5-turbo-instruct' },
      'openai-embeddings': { url: 'https://api.openai.com/v1/embeddings', model: 'text-embedding-3-small' },
      'openai-responses': 'https://api.openai.com/v1/responses',
      'responses-compaction': 'https://api.openai.com/v1/responses/compact',
      'responses-count': 'https://api.openai.com/v1/responses/input_tokens',
      'openai-moderations': 'https://api.openai.com/v1/moderations',
      'openai-images': 'https://api.openai.com/v1/images/generations',
      'openai-image-edits': 'https://api.openai.com/v1/images/edits',
      'openai-image-variations': 'https://api.openai.com/v1/images/variations',
      'openai-speech': 'https://api.openai.com/v1/audio/speech',
      'openai-transcriptions': 'https://api.openai.com/v1/audio/transcriptions',
      'openai-translations': 'https://api.openai.com/v1/audio/translations',
    },
  },
  openrouter: {
    auth: bearer('sk-or-v1-…'),
    model: 'openai/gpt-oss-120b',
    at: {
      'openai-chat': 'https://openrouter.ai/api/v1/chat/completions',
      'openai-completions': 'https://openrouter.ai/api/v1/completions',
      'openai-responses': 'https://openrouter.ai/api/v1/responses',
      'openai-embeddings': 'https://openrouter.ai/api/v1/embeddings',
      rerank: 'https://openrouter.ai/api/v1/rerank',
      'openai-speech': 'https://openrouter.ai/api/v1/audio/speech',
      'openai-transcriptions': 'https://openrouter.ai/api/v1/audio/transcriptions',
      'anthropic-messages': { url: 'https://openrouter.ai/api/v1/messages', auth: eitherKey('sk-or-v1-…') },
    },
  },
  perplexity: {
    auth: bearer('pplx-…'),
    model: 'perplexity/sonar',
    at: { 'openai-responses': 'https://api.perplexity.ai/v1/responses' },
  },
  qihoo360: {
    auth: bearer('fk…'),
    model: 'z-ai/glm-5',
    at: {
      'openai-chat': 'https://api.360.cn/v1/chat/completions',
      'openai-images': {
        url: 'https://api.360.cn/v1/images/generations',
        model: 'google/gemini-3-pro-image-preview',
      },
    },
  },
  recraft: {
    auth: bearer('Abcdefghijklmnopqrstuvwxyz0123456789…'),
    model: 'recraftv3',
    at: { 'openai-images': 'https://external.api.recraft.ai/v1/images/generations' },
  },
  replicate: {
    auth: bearer('r8_…'),
    model: 'black-forest-labs/flux-schnell',
    at: {
      'openai-images': {
        url: 'https://api.replicate.com/v1/models/black-forest-labs/flux-schnell/predictions',
        own: {
          asked: { input: { prompt: 'A cat', aspect_ratio: '1:1' } },
          answer: {
            id: 'p1',
            status: 'succeeded',
            output: ['https://replicate.delivery/1.webp'],
            error: null,
          },
          heard: { created: expect.any(Number), data: [{ url: 'https://replicate.delivery/1.webp' }] },
        },
      },
    },
  },
  sambanova: {
    auth: bearer('8c7e4fd1-…'),
    model: 'Meta-Llama-3.3-70B-Instruct',
    at: {
      'openai-chat': 'https://api.sambanova.ai/v1/chat/completions',
      'openai-completions': 'https://api.sambanova.ai/v1/completions',
      'openai-embeddings': 'https://api.sambanova.ai/v1/embeddings',
      'openai-transcriptions': 'https://api.sambanova.ai/v1/audio/transcriptions',
      'openai-translations': 'https://api.sambanova.ai/v1/audio/translations',
    },
  },
  siliconflow: {
    auth: bearer('sk-…'),
    model: 'deepseek-ai/DeepSeek-V4-Flash',
    at: {
      'openai-chat': 'https://api.siliconflow.cn/v1/chat/completions',
      'openai-embeddings': 'https://api.siliconflow.cn/v1/embeddings',
      rerank: 'https://api.siliconflow.cn/v1/rerank',
      'openai-speech': 'https://api.siliconflow.cn/v1/audio/speech',
      'openai-transcriptions': 'https://api.siliconflow.cn/v1/audio/transcriptions',
      'openai-images': {
        url: 'https://api.siliconflow.cn/v1/images/generations',
        model: 'Kwai-Kolors/Kolors',
        own: {
          asked: { model: 'Kwai-Kolors/Kolors', prompt: 'A cat', image_size: '1024x1024' },
          answer: {
            images: [{ url: 'https://s3.siliconflow.cn/1.png' }],
            timings: { inference: 1.2 },
            seed: 5,
          },
          heard: { created: expect.any(Number), data: [{ url: 'https://s3.siliconflow.cn/1.png' }] },
        },
      },
      'anthropic-messages': { url: 'https://api.siliconflow.cn/v1/messages', auth: eitherKey('sk-…') },
    },
  },
  stability: {
    auth: bearer('sk-…'),
    model: 'sd3.5-large',
    at: {
      'openai-images': {
        url: 'https://api.stability.ai/v2beta/stable-image/generate/sd3',
        own: {
          type: 'multipart/form-data',
          asked: { prompt: 'A cat', model: 'sd3.5-large', aspect_ratio: '1:1' },
          answer: { image: 'QUJD', finish_reason: 'SUCCESS', seed: 343940597 },
          heard: { created: expect.any(Number), data: [{ b64_json: 'QUJD' }] },
        },
      },
    },
  },
  together: {
    auth: bearer('0123456789abcdef…'),
    model: 'openai/gpt-oss-20b',
    at: {
      'openai-chat': 'https://api.together.ai/v1/chat/completions',
      'openai-completions': 'https://api.together.ai/v1/completions',
      'openai-embeddings': 'https://api.together.ai/v1/embeddings',
      rerank: 'https://api.together.ai/v1/rerank',
      'openai-speech': 'https://api.together.ai/v1/audio/speech',
      'openai-transcriptions': 'https://api.together.ai/v1/audio/transcriptions',
      'openai-translations': 'https://api.together.ai/v1/audio/translations',
      'openai-images': {
        url: 'https://api.together.ai/v1/images/generations',
        model: 'black-forest-labs/FLUX.1-schnell',
        own: {
          asked: {
            ...{ model: 'black-forest-labs/FLUX.1-schnell', prompt: 'A cat' },
            ...{ width: 1024, height: 1024 },
          },
          answer: { id: 'o1', object: 'list', data: [{ index: 0, url: 'https://api.together.ai/1' }] },
          heard: { id: 'o1', object: 'list', data: [{ index: 0, url: 'https://api.together.ai/1' }] },
        },
      },
    },
  },
  vertex: {
    key: serviceAccount,
    auth: bearer('ya29.…'),
    model: 'gemini-3.5-flash',
    at: {
      gemini: {
        url: 'https://aiplatform.googleapis.com/v1/projects/my-project/locations/global/publishers/google/models/gemini-3.5-flash:generateContent',
        streamUrl:
          'https://aiplatform.googleapis.com/v1/projects/my-project/locations/global/publishers/google/models/gemini-3.5-flash:streamGenerateContent?alt=sse',
      },
      'gemini-count':
        'https://aiplatform.googleapis.com/v1/projects/my-project/locations/global/publishers/google/models/gemini-3.5-flash:countTokens',
      'openai-embeddings': {
        url: 'https://aiplatform.googleapis.com/v1/projects/my-project/locations/global/publishers/google/models/text-embedding-005:predict',
        model: 'text-embedding-005',
        own: {
          asked: { instances: [{ content: 'Paris' }] },
          answer: {
            predictions: [
              { embeddings: { values: [0.5, -0.25], statistics: { token_count: 3, truncated: false } } },
            ],
          },
          heard: {
            object: 'list',
            data: [{ object: 'embedding', index: 0, embedding: [0.5, -0.25] }],
            model: 'text-embedding-005',
            usage: { prompt_tokens: 3, total_tokens: 3 },
          },
          counted: [3, 0],
        },
      },
      'anthropic-messages': {
        url: 'https://aiplatform.googleapis.com/v1/projects/my-project/locations/global/publishers/anthropic/models/claude-haiku-4-5%4020251001:rawPredict',
        streamUrl:
          'https://aiplatform.googleapis.com/v1/projects/my-project/locations/global/publishers/anthropic/models/claude-haiku-4-5%4020251001:streamRawPredict',
        model: 'claude-haiku-4-5@20251001',
        instead: { anthropic_version: 'vertex-2023-10-16' },
      },
    },
  },
  'vertex-express': {
    auth: { 'x-goog-api-key': 'AQ.…' },
    model: 'gemini-3.5-flash',
    at: {
      gemini: {
        url: 'https://aiplatform.googleapis.com/v1/publishers/google/models/gemini-3.5-flash:generateContent',
        streamUrl:
          'https://aiplatform.googleapis.com/v1/publishers/google/models/gemini-3.5-flash:streamGenerateContent?alt=sse',
      },
      'gemini-count':
        'https://aiplatform.googleapis.com/v1/publishers/google/models/gemini-3.5-flash:countTokens',
      'openai-embeddings': {
        url: 'https://aiplatform.googleapis.com/v1/publishers/google/models/text-embedding-005:predict',
        model: 'text-embedding-005',
        own: {
          asked: { instances: [{ content: 'Paris' }] },
          answer: {
            predictions: [
              { embeddings: { values: [0.5, -0.25], statistics: { token_count: 3, truncated: false } } },
            ],
          },
          heard: {
            object: 'list',
            data: [{ object: 'embedding', index: 0, embedding: [0.5, -0.25] }],
            model: 'text-embedding-005',
            usage: { prompt_tokens: 3, total_tokens: 3 },
          },
          counted: [3, 0],
        },
      },
    },
  },
  vllm: {
    auth: bearer('token-abc123…'),
    model: 'my-model',
    at: {
      'openai-chat': 'http://localhost:8000/v1/chat/completions',
      'openai-completions': 'http://localhost:8000/v1/completions',
      'openai-embeddings': 'http://localhost:8000/v1/embeddings',
      'openai-responses': 'http://localhost:8000/v1/responses',
      rerank: 'http://localhost:8000/v1/rerank',
      'openai-transcriptions': 'http://localhost:8000/v1/audio/transcriptions',
      'openai-translations': 'http://localhost:8000/v1/audio/translations',
      'anthropic-messages': { url: 'http://localhost:8000/v1/messages', auth: eitherKey('token-abc123…') },
    },
  },
  volcengine: {
    auth: bearer('01234567-89ab-cdef-0123-456789abcdef…'),
    model: 'doubao-seed-1-6-250615',
    at: {
      'openai-chat': 'https://ark.cn-beijing.volces.com/api/v3/chat/completions',
      'openai-embeddings': 'https://ark.cn-beijing.volces.com/api/v3/embeddings',
      'openai-responses': 'https://ark.cn-beijing.volces.com/api/v3/responses',
      'openai-images': 'https://ark.cn-beijing.volces.com/api/v3/images/generations',
    },
  },
  voyage: {
    auth: bearer('pa-…'),
    model: 'voyage-4',
    at: {
      'openai-embeddings': {
        url: 'https://api.voyageai.com/v1/embeddings',
        own: {
          asked: { model: 'voyage-4', input: 'Paris' },
          answer: {
            object: 'list',
            data: [{ object: 'embedding', embedding: [0.5], index: 0 }],
            model: 'voyage-4',
            usage: { total_tokens: 8 },
          },
          heard: {
            object: 'list',
            data: [{ object: 'embedding', embedding: [0.5], index: 0 }],
            model: 'voyage-4',
            usage: { prompt_tokens: 8, total_tokens: 8 },
          },
          counted: [8, 0],
        },
      },
      rerank: {
        url: 'https://api.voyageai.com/v1/rerank',
        model: 'rerank-2.5',
        own: {
          asked: { model: 'rerank-2.5', query: 'A capital?', documents: ['Paris', 'Nice'], top_k: 1 },
          answer: {
            object: 'list',
            data: [{ index: 0, relevance_score: 0.75 }],
            model: 'rerank-2.5',
            usage: { total_tokens: 9 },
          },
          heard: {
            results: [{ index: 0, relevance_score: 0.75 }],
            model: 'rerank-2.5',
            usage: { total_tokens: 9 },
          },
          counted: [9, 0],
        },
      },
      'voyage-rerank': { url: 'https://api.voyageai.com/v1/rerank', model: 'rerank-2.5' },
    },
  },
  xai: {
    auth: bearer('xai-…'),
    model: 'grok-4.3',
    at: {
      'openai-chat': 'https://api.x.ai/v1/chat/completions',
      'openai-responses': 'https://api.x.ai/v1/responses',
      'openai-images': {
        url: 'https://api.x.ai/v1/images/generations',
        model: 'grok-imagine-image',
        own: {
          asked: { model: 'grok-imagine-image', prompt: 'A cat', aspect_ratio: '1:1' },
          answer: { data: [{ url: 'https://imgen.x.ai/1.jpg', revised_prompt: '' }] },
          heard: { data: [{ url: 'https://imgen.x.ai/1.jpg', revised_prompt: '' }] },
        },
      },
      'openai-speech': {
        url: 'https://api.x.ai/v1/tts',
        model: 'grok-tts',
        own: {
          asked: {
            ...{ text: 'Hello', voice_id: 'sal', language: 'auto' },
            output_format: { codec: 'mp3', sample_rate: 24_000 },
          },
          ...{ answer: sound, heard: sound },
        },
      },
      'openai-transcriptions': {
        url: 'https://api.x.ai/v1/stt',
        model: 'grok-stt',
        own: {
          asked: { file },
          answer: { text: 'Hello', language: 'en', duration: 1.2, words: [] },
          heard: { text: 'Hello', usage: { type: 'duration', seconds: 2 } },
        },
      },
    },
  },
  xinference: {
    auth: bearer('sk-…'),
    model: 'my-model',
    at: {
      'openai-chat': 'http://localhost:9997/v1/chat/completions',
      'openai-completions': 'http://localhost:9997/v1/completions',
      'openai-embeddings': 'http://localhost:9997/v1/embeddings',
      rerank: 'http://localhost:9997/v1/rerank',
      'openai-images': 'http://localhost:9997/v1/images/generations',
      'openai-image-variations': 'http://localhost:9997/v1/images/variations',
      'openai-speech': 'http://localhost:9997/v1/audio/speech',
      'openai-transcriptions': 'http://localhost:9997/v1/audio/transcriptions',
      'openai-translations': 'http://localhost:9997/v1/audio/translations',
    },
  },
  xunfei: {
    auth: bearer('Abcdefghijklmnopqrst:Abcdefghijklmnopqrst…'),
    model: '4.0Ultra',
    at: { 'openai-chat': 'https://spark-api-open.xf-yun.com/v1/chat/completions' },
  },
  zhipu: {
    auth: bearer('0123456789abcdef.Abcdefghijklmnop…'),
    model: 'glm-4.6',
    at: {
      'openai-chat': 'https://open.bigmodel.cn/api/paas/v4/chat/completions',
      'openai-embeddings': 'https://open.bigmodel.cn/api/paas/v4/embeddings',
      rerank: 'https://open.bigmodel.cn/api/paas/v4/rerank',
      'openai-images': 'https://open.bigmodel.cn/api/paas/v4/images/generations',
      'openai-speech': 'https://open.bigmodel.cn/api/paas/v4/audio/speech',
      'openai-transcriptions': 'https://open.bigmodel.cn/api/paas/v4/audio/transcriptions',
    },
  },
};

let world: ProviderWorld;
beforeAll(async () => {
  world = { gateway: await startTestGateway(), upstream: await StrictUpstream.start(), priced: new Set() };
});
afterAll(async () => {
  await world.gateway.stop();
  await world.upstream.fake.stop();
});

test('there is a row of every provider', () => {
  // Those that make tasks alone have suites in `relay/tasks/vendors`.
  const names = providers
    .filter(({ name, forms }) => name !== 'demo' && forms.length > 0)
    .map(({ name }) => name);
  expect(Object.keys(vendors).toSorted()).toEqual(names.toSorted());
});

describe.each(providers.filter(({ name }) => name in vendors))('$name', (provider) => {
  const vendor = vendors[provider.name];
  if (vendor !== undefined) describeProvider(provider, vendor, () => world);
});
