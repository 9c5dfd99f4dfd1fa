import { resourcePath } from '../../dialects/gemini/gemini-model.ts';
import { listOf, objectOf, textOf } from '../../dialects/neutral/json-values.ts';
import { type TaskForm, taskForm } from '../task-form.ts';
import { veo } from '../veo.ts';

/** Such as `models/veo-3.1-generate-preview/operations/abc`. */
const OPERATION = /^models\/[\w.-]+\/operations\/[\w-]+$/;

/**
 * Veo at the Gemini API: `veo-3.1-generate-preview`, `veo-3.1-fast-generate-preview`. The sound cannot be switched off, and the file is read with the key.
 * Source: Gemini API, "Generate videos with Veo 3.1", checked 2026-11.
 */
const videosApi: TaskForm<'videos'> = {
  dialect: 'videos',
  pace: veo.pace,
  readsNoAddresses: true,
  begun: veo.begun(OPERATION),
  plan(asked, { upstreamModel }) {
    const resolutions = ['720p', '1080p', '4k'] as const;
    const { body, ...plan } = veo.plan(asked, { upstreamModel, carried: [], resolutions });
    const path = `/v1beta/${resourcePath(upstreamModel)}:predictLongRunning`;
    return { ...plan, request: { method: 'POST', path, body } };
  },
  async look({ upstreamId }, ask) {
    return veo.read(await ask({ method: 'GET', path: `/v1beta/${upstreamId}` }), {
      resultOf: (response) => objectOf(response.generateVideoResponse) ?? {},
      filesOf: (result) =>
        listOf(result.generatedSamples)
          .map((sample) => textOf(objectOf(objectOf(sample)?.video)?.uri))
          .filter((url) => url !== '')
          .map((url) => ({ kind: 'video', url, needsKey: true })),
    });
  },
};

export const geminiTasks: readonly TaskForm[] = [taskForm(videosApi)];
