import { withoutResource } from '../../dialects/gemini/gemini-model.ts';
import { listOf, objectOf, textOf } from '../../dialects/neutral/json-values.ts';
import { type TaskForm, taskForm } from '../task-form.ts';
import { veo } from '../veo.ts';

const PARENT = '/v1/projects/{project}/locations/{region}/publishers/google/models';
const OPERATION =
  /^(projects\/[\w:.-]+\/locations\/[\w-]+\/publishers\/google\/models\/[\w.-]+)\/operations\/[\w-]+$/;

/**
 * Veo at Vertex AI: `veo-3.1-generate-001`, `veo-3.1-fast-generate-001`. No bucket is named, so the answer has the bytes of the video.
 * Source: Google Cloud, "Veo on Vertex AI video generation API", checked 2026-11.
 */
const videosApi: TaskForm<'videos'> = {
  dialect: 'videos',
  pace: veo.pace,
  readsNoAddresses: true,
  sendsBytes: true,
  begun: veo.begun(OPERATION),
  plan(asked, { upstreamModel }) {
    // 4k does not fit into an answer.
    const resolutions = ['720p', '1080p'] as const;
    const { body, ...plan } = veo.plan(asked, { upstreamModel, carried: ['seed', 'sound'], resolutions });
    const model = encodeURIComponent(withoutResource(upstreamModel));
    return { ...plan, request: { method: 'POST', path: `${PARENT}/${model}:predictLongRunning`, body } };
  },
  async look({ upstreamId }, ask) {
    // The operation stays where it was begun, also if the channel's region is another one by now.
    const [, model = ''] = OPERATION.exec(upstreamId) ?? [];
    const path = `/v1/${model}:fetchPredictOperation`;
    return veo.read(await ask({ method: 'POST', path, body: { operationName: upstreamId } }), {
      resultOf: (response) => response,
      filesOf: (result) =>
        listOf(result.videos)
          .map((video) => textOf(objectOf(video)?.bytesBase64Encoded))
          .filter((base64) => base64 !== '')
          .map((base64) => ({ kind: 'video', base64 })),
    });
  },
};

export const vertexTasks: readonly TaskForm[] = [taskForm(videosApi)];
