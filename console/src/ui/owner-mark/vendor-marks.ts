import ai360 from '@lobehub/icons-static-svg/icons/ai360.svg';
import anthropic from '@lobehub/icons-static-svg/icons/anthropic.svg';
import baichuan from '@lobehub/icons-static-svg/icons/baichuan.svg';
import baidu from '@lobehub/icons-static-svg/icons/baidu.svg';
import cloudflare from '@lobehub/icons-static-svg/icons/cloudflare.svg';
import cohere from '@lobehub/icons-static-svg/icons/cohere.svg';
import coze from '@lobehub/icons-static-svg/icons/coze.svg';
import deepseek from '@lobehub/icons-static-svg/icons/deepseek.svg';
import flux from '@lobehub/icons-static-svg/icons/flux.svg';
import gemini from '@lobehub/icons-static-svg/icons/gemini.svg';
import groq from '@lobehub/icons-static-svg/icons/groq.svg';
import hunyuan from '@lobehub/icons-static-svg/icons/hunyuan.svg';
import ideogram from '@lobehub/icons-static-svg/icons/ideogram.svg';
import jina from '@lobehub/icons-static-svg/icons/jina.svg';
import kling from '@lobehub/icons-static-svg/icons/kling.svg';
import meta from '@lobehub/icons-static-svg/icons/meta.svg';
import midjourney from '@lobehub/icons-static-svg/icons/midjourney.svg';
import minimax from '@lobehub/icons-static-svg/icons/minimax.svg';
import mistral from '@lobehub/icons-static-svg/icons/mistral.svg';
import moonshot from '@lobehub/icons-static-svg/icons/moonshot.svg';
import ollama from '@lobehub/icons-static-svg/icons/ollama.svg';
import openai from '@lobehub/icons-static-svg/icons/openai.svg';
import openrouter from '@lobehub/icons-static-svg/icons/openrouter.svg';
import palm from '@lobehub/icons-static-svg/icons/palm.svg';
import perplexity from '@lobehub/icons-static-svg/icons/perplexity.svg';
import qwen from '@lobehub/icons-static-svg/icons/qwen.svg';
import recraft from '@lobehub/icons-static-svg/icons/recraft.svg';
import siliconflow from '@lobehub/icons-static-svg/icons/siliconcloud.svg';
import spark from '@lobehub/icons-static-svg/icons/spark.svg';
import stability from '@lobehub/icons-static-svg/icons/stability.svg';
import suno from '@lobehub/icons-static-svg/icons/suno.svg';
import tencent from '@lobehub/icons-static-svg/icons/tencent.svg';
import xai from '@lobehub/icons-static-svg/icons/xai.svg';
import yi from '@lobehub/icons-static-svg/icons/yi.svg';
import zhipu from '@lobehub/icons-static-svg/icons/zhipu.svg';

/** Addresses of the vendors' marks that the console ships, one file each, by the name in an owner's `icon`. */
const marks: Readonly<Record<string, string>> = {
  ai360,
  anthropic,
  baichuan,
  baidu,
  cloudflare,
  cohere,
  coze,
  deepseek,
  flux,
  gemini,
  groq,
  hunyuan,
  ideogram,
  jina,
  kling,
  meta,
  midjourney,
  minimax,
  mistral,
  moonshot,
  ollama,
  openai,
  openrouter,
  palm,
  perplexity,
  qwen,
  recraft,
  siliconflow,
  spark,
  stability,
  suno,
  tencent,
  xai,
  yi,
  zhipu,
};

export const markOf = (icon: string): string | undefined =>
  Object.hasOwn(marks, icon) ? marks[icon] : undefined;
