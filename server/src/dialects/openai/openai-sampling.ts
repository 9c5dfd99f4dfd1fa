import type { RequestTarget } from '../conversation-format.ts';
import type { Settings } from '../neutral/conversation.ts';

interface ThinkingModels {
  name: RegExp;
  /** It is sampled as told where it does not think: never, when that is said, or unless thinking is asked for. */
  sampled: 'never' | 'told-not-to-think' | 'unless-thinking';
  takesStop: boolean;
}

const [NEVER, TOLD, UNLESS] = ['never', 'told-not-to-think', 'unless-thinking'] as const;

/**
 * Models of OpenAI's that think; the first that fits. Others take everything.
 * Source: OpenAI API reference, "Create chat completion": `stop`; OpenAI docs, "Using GPT-5.2" and "Reasoning models".
 */
const THINKING_MODELS: readonly ThinkingModels[] = [
  { name: /(?:^|\/)(?:o1|o3-mini)(?:-|$)/, sampled: NEVER, takesStop: true },
  { name: /(?:^|\/)o[34](?:-|$)/, sampled: NEVER, takesStop: false },
  { name: /(?:^|\/)gpt-5(?:-(?!chat)|$)/, sampled: NEVER, takesStop: false },
  { name: /(?:^|\/)gpt-5\.\d[\w.-]*-(?:pro|codex)/, sampled: NEVER, takesStop: false },
  // By themselves they do not think.
  { name: /(?:^|\/)gpt-5\.[1-4](?:-(?!chat)|$)/, sampled: UNLESS, takesStop: false },
  { name: /(?:^|\/)gpt-5\.\d(?:-(?!chat)|$)/, sampled: TOLD, takesStop: false },
  { name: /(?:^|\/)gpt-[6-9]/, sampled: NEVER, takesStop: false },
];

/**
 * The settings that a model of OpenAI's takes; the report names the others.
 * @param effort as the request says it; null where it says none
 */
export function takenSettings(
  settings: Settings,
  effort: string | null,
  { report, upstreamModel }: Pick<RequestTarget, 'report' | 'upstreamModel'>,
): Settings {
  const model = THINKING_MODELS.find(({ name }) => name.test(upstreamModel));
  if (model === undefined) return settings;
  const isSampled =
    (model.sampled === UNLESS && (effort === null || effort === 'none')) ||
    (model.sampled === TOLD && effort === 'none');
  const taken: Settings = { ...settings, presencePenalty: null, frequencyPenalty: null };
  if (!isSampled) Object.assign(taken, { temperature: null, topP: null, logprobs: null });
  if (!model.takesStop) taken.stop = [];
  const lost = {
    temperature: settings.temperature !== taken.temperature && settings.temperature !== 1,
    top_p: settings.topP !== taken.topP && settings.topP !== 1,
    logprobs: settings.logprobs !== taken.logprobs,
    stop: settings.stop.length > taken.stop.length,
    // What changes nothing is not missed.
    presence_penalty: (settings.presencePenalty ?? 0) !== 0,
    frequency_penalty: (settings.frequencyPenalty ?? 0) !== 0,
  };
  for (const [name, isLost] of Object.entries(lost))
    if (isLost) report.note('dropped', name, 'the model takes none');
  return taken;
}
