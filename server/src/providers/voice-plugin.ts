import type { Adapter } from './adapter.ts';
import type { ProviderPlugin } from './provider.ts';

type Voices = Readonly<Record<string, string>>;

/** A channel has its own voices in place of OpenAI's names. */
export const voicePlugin = (usual: Voices, adapterOf: (voices: Voices) => Adapter): ProviderPlugin => ({
  parameters: Object.entries(usual).map(([name, example]) => ({
    plugin: 'voice',
    name,
    kind: 'text',
    example,
  })),
  apply(form, { voice }) {
    if (voice === undefined || form.adapter === undefined) return form;
    const own = Object.entries(voice).filter((pair): pair is [string, string] => Boolean(pair[1]));
    return { ...form, adapter: adapterOf({ ...usual, ...Object.fromEntries(own) }) };
  },
});
