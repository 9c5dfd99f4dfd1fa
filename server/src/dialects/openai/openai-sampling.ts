import type { RequestTarget } from '../conversation-format.ts';
import type { Settings } from '../neutral/conversation.ts';
import { featuresOf } from './openai-features.ts';

/**
 * The settings that a model of OpenAI's takes; the report names the others.
 * @param effort as the request says it; null where it says none
 */
export function takenSettings(
  settings: Settings,
  effort: string | null,
  { report, upstreamModel }: Pick<RequestTarget, 'report' | 'upstreamModel'>,
): Settings {
  const model = featuresOf(upstreamModel);
  if (model === null || model.sampled === 'always') return settings;
  const isSampled =
    (model.sampled === 'unless-thinking' && (effort === null || effort === 'none')) ||
    (model.sampled === 'told-not-to-think' && effort === 'none');
  const taken: Settings = { ...settings, presencePenalty: null, frequencyPenalty: null };
  if (!isSampled) Object.assign(taken, { temperature: null, topP: null, logprobs: null });
  if (!model.takesStop) taken.stop = [];
  const lost = {
    temperature: settings.temperature !== taken.temperature && settings.temperature !== 1,
    top_p: settings.topP !== taken.topP && settings.topP !== 1,
    logprobs: settings.logprobs !== taken.logprobs,
    stop: settings.stop.length > taken.stop.length,
    // A penalty of 0 has no effect, so its loss is not reported.
    presence_penalty: (settings.presencePenalty ?? 0) !== 0,
    frequency_penalty: (settings.frequencyPenalty ?? 0) !== 0,
  };
  for (const [name, isLost] of Object.entries(lost))
    if (isLost) report.note('dropped', name, 'the model takes none');
  return taken;
}
