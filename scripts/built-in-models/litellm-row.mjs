import { shareOf, tokenRatio, unitRatio } from './exact-price.mjs';

/** Purpose of a model that is not for chat. */
const kinds = {
  embedding: 'embedding',
  image_generation: 'image',
  image_edit: 'image',
  audio_transcription: 'transcription',
  audio_speech: 'speech',
  realtime: 'realtime',
  rerank: 'rerank',
  ocr: 'ocr',
  video_generation: 'video',
  chat: 'chat',
  responses: 'chat',
  completion: 'chat',
};

const tierKeys = { flex: 'flex', priority: 'priority', batch: 'batches' };

/** A cached or tier price that is off by less is the same, rounded. */
const isNear = (a, b) => Math.abs(a - b) <= 0.01 * Math.max(a, b);

/**
 * A row of LiteLLM's list as a row of ours.
 * @returns {{ row: object } | { reason: string }} the row without its model, owner and source, or why there is none
 */
export function readRow(listed) {
  const kind = kinds[listed.mode];
  if (kind === undefined) return { reason: `mode ${listed.mode}` };
  const priced = pricesOf(listed);
  if (typeof priced === 'string') return { reason: priced };
  return { row: { ...priced, ...factsOf(listed, kind) } };
}

function pricesOf(listed) {
  if (listed.mode === 'rerank' && listed.input_cost_per_query > 0)
    return { type: 'times', input: unitRatio(listed.input_cost_per_query), output: '0' };
  const [base, ...longer] = ranges(listed);
  const { input, output } = base;
  if (!(input > 0) && !(output > 0)) {
    const units = unitsOf(listed);
    return units.length === 0 ? 'no price' : { input: '0', output: '0', units };
  }
  const extras = extrasOf(listed, base);
  if (longer.some((range) => !cachesAlike(range, base)))
    return 'cached input of long inputs has a share of its own';
  const search = listed.search_context_cost_per_query?.search_context_size_medium;
  return {
    input: tokenRatio(input),
    output: tokenRatio(output),
    ...(Object.keys(extras).length > 0 && { extra_ratios: extras }),
    ...(search > 0 && { units: [{ kind: 'web_search', variant: '', price: unitRatio(search) }] }),
    ...(longer.length > 0 && {
      steps: longer.map((range) => ({
        above: range.above,
        input: tokenRatio(range.input),
        output: tokenRatio(range.output),
      })),
    }),
    ...tiersOf(listed, base),
  };
}

/** Prices by length of the input, the one of any length first. */
export function ranges(listed) {
  if (Array.isArray(listed.tiered_pricing) && listed.input_cost_per_token === undefined)
    return listed.tiered_pricing.map((range) => ({
      above: range.range?.[0] ?? 0,
      input: range.input_cost_per_token ?? 0,
      output: range.output_cost_per_token ?? 0,
      cacheRead: range.cache_read_input_token_cost,
      cacheWrite: range.cache_creation_input_token_cost,
    }));
  const base = {
    above: 0,
    input: listed.input_cost_per_token ?? 0,
    output: listed.output_cost_per_token ?? listed.output_cost_per_image_token ?? 0,
    cacheRead: listed.cache_read_input_token_cost,
    cacheWrite: listed.cache_creation_input_token_cost,
  };
  const longer = Object.keys(listed)
    .map((key) => /^input_cost_per_token_above_(\d+)k_tokens$/.exec(key)?.[1])
    .filter((thousands) => thousands !== undefined)
    .map((thousands) => {
      const at = (key) => listed[`${key}_above_${thousands}k_tokens`];
      return {
        above: Number(thousands) * 1000,
        input: at('input_cost_per_token'),
        output: at('output_cost_per_token') ?? base.output,
        cacheRead: at('cache_read_input_token_cost'),
        cacheWrite: at('cache_creation_input_token_cost'),
      };
    });
  return [base, ...longer.sort((a, b) => a.above - b.above)];
}

/** A price has one share for cached input, whatever the input's length. */
const cachesAlike = (range, base) =>
  ['cacheRead', 'cacheWrite'].every(
    (part) =>
      range[part] === undefined ||
      base[part] === undefined ||
      isNear(range[part] / range.input, base[part] / base.input),
  );

function extrasOf(listed, { input, output, cacheRead, cacheWrite }) {
  const extras = {};
  const set = (name, price, base) => {
    if (price > 0 && base > 0) extras[name] = shareOf(price, base);
  };
  set('cached_read_tokens', cacheRead, input);
  set('cached_write_tokens', cacheWrite, input);
  set('cached_write_1h_tokens', listed.cache_creation_input_token_cost_above_1hr, input);
  if (listed.input_cost_per_audio_token > 0)
    set('input_audio_tokens', listed.input_cost_per_audio_token, input);
  // Named even where it equals the input: a class that is not named is charged at the default of 40.
  else if (input > 0 && takes(listed, 'audio')) extras.input_audio_tokens = '1';
  set('output_audio_tokens', listed.output_cost_per_audio_token, output);
  if (differs(listed.output_cost_per_reasoning_token, output))
    set('reasoning_tokens', listed.output_cost_per_reasoning_token, output);
  if (differs(listed.input_cost_per_image_token, input))
    set('input_image_tokens', listed.input_cost_per_image_token, input);
  if (differs(listed.output_cost_per_image_token, output))
    set('output_image_tokens', listed.output_cost_per_image_token, output);
  return extras;
}

const differs = (price, base) => price > 0 && price !== base;
const takes = (listed, what) =>
  listed[`supports_${what}_input`] === true || (listed.supported_modalities ?? []).includes(what);
const gives = (listed, what) =>
  listed[`supports_${what}_output`] === true || (listed.supported_output_modalities ?? []).includes(what);

/** Factors of the tiers that multiply the whole price alike; others cannot be said. */
function tiersOf(listed, base) {
  const tiers = {};
  for (const [tier, key] of Object.entries(tierKeys)) {
    const input = listed[`input_cost_per_token_${key}`];
    const output = listed[`output_cost_per_token_${key}`];
    if (!(input > 0) || !(base.input > 0)) continue;
    const isEven = base.output === 0 || (output > 0 && isNear(output / base.output, input / base.input));
    if (isEven && input !== base.input) tiers[tier] = shareOf(input, base.input);
  }
  const fast = listed.provider_specific_entry?.fast;
  if (fast > 1) tiers.fast = String(fast);
  return Object.keys(tiers).length > 0 ? { tiers } : {};
}

function unitsOf(listed) {
  const units = [];
  const add = (kind, usd, variant = '') => {
    if (usd > 0) units.push({ kind, variant, price: unitRatio(usd) });
  };
  const { mode } = listed;
  if (mode === 'image_generation' || mode === 'image_edit')
    add('image', listed.output_cost_per_image ?? listed.input_cost_per_image);
  if (mode === 'audio_transcription')
    add('second', Math.max(listed.input_cost_per_second ?? 0, listed.output_cost_per_second ?? 0));
  if (mode === 'audio_speech') add('character', listed.input_cost_per_character);
  if (mode === 'ocr') add('page', listed.ocr_cost_per_page);
  if (mode === 'video_generation') {
    add('second', listed.output_cost_per_second);
    for (const size of ['480p', '720p', '1080p', '4k'])
      if (differs(listed[`output_cost_per_second_${size}`], listed.output_cost_per_second))
        add('second', listed[`output_cost_per_second_${size}`], size);
  }
  return units;
}

function factsOf(listed, kind) {
  const can = {
    vision: listed.supports_vision === true || takes(listed, 'image'),
    video: takes(listed, 'video'),
    audio: takes(listed, 'audio'),
    pdf: listed.supports_pdf_input === true,
    image_output: kind !== 'image' && gives(listed, 'image'),
    audio_output: kind !== 'speech' && gives(listed, 'audio'),
    tools: listed.supports_function_calling === true,
    reasoning: listed.supports_reasoning === true,
    json: listed.supports_response_schema === true,
    search: listed.supports_web_search === true,
    caching: listed.supports_prompt_caching === true,
  };
  const abilities = Object.keys(can).filter((name) => can[name]);
  return {
    kind,
    ...(listed.max_input_tokens > 0 && { context: listed.max_input_tokens }),
    ...(listed.max_output_tokens > 0 && kind !== 'embedding' && { max_output: listed.max_output_tokens }),
    ...(abilities.length > 0 && { abilities }),
  };
}
