import { anthropicSdk } from './clients/anthropic-sdk.ts';
import { ccSwitch } from './clients/cc-switch.ts';
import { cherryStudio } from './clients/cherry-studio.ts';
import { claudeCode } from './clients/claude-code.ts';
import { codex } from './clients/codex.ts';
import { curl } from './clients/curl.ts';
import { dify } from './clients/dify.ts';
import { geminiCli } from './clients/gemini-cli.ts';
import { googleSdk } from './clients/google-sdk.ts';
import { lobeChat } from './clients/lobe-chat.ts';
import { n8n } from './clients/n8n.ts';
import { nextChat } from './clients/next-chat.ts';
import { openWebUi } from './clients/open-webui.ts';
import { openAiSdk } from './clients/openai-sdk.ts';
import { openCode } from './clients/opencode.ts';
import { qwenCode } from './clients/qwen-code.ts';
import type { KeyClient } from './key-use.ts';

/** Clients in the order of the dialog and of docs/guides/clients.md. */
export const keyClients: readonly [KeyClient, ...KeyClient[]] = [
  curl,
  openAiSdk,
  anthropicSdk,
  googleSdk,
  claudeCode,
  codex,
  geminiCli,
  openCode,
  qwenCode,
  ccSwitch,
  cherryStudio,
  lobeChat,
  nextChat,
  openWebUi,
  dify,
  n8n,
];
