import { TaskVendor, type VendorScript } from './task-vendor.ts';
import { operationOf, refusalOfGoogle, wrongVeo } from './veo-members.ts';

export const GEMINI_KEY = 'AIza-a-key-of-gemini';
const CREATE = /^\/v1beta\/(models\/veo-[\w.-]+):predictLongRunning$/;
const OPERATION = /^\/v1beta\/(models\/veo-[\w.-]+\/operations\/([\w-]+))$/;

/** The Gemini API, as far as it makes videos. */
const script: VendorScript = {
  refuses: ({ request }) =>
    request.headers['x-goog-api-key'] === GEMINI_KEY
      ? null
      : { status: 403, body: JSON.stringify({ error: { code: 403, message: 'no key' } }) },
  answer({ method, path, body }, vendor) {
    const [, model] = CREATE.exec(path) ?? [];
    if (method === 'POST' && model !== undefined) {
      const wrong = wrongVeo(body);
      if (wrong !== null) return refusalOfGoogle(400, 'INVALID_ARGUMENT', wrong);
      if (JSON.stringify(body).includes('FORBIDDEN'))
        return refusalOfGoogle(400, 'INVALID_ARGUMENT', 'The prompt violates the usage guidelines.');
      const task = vendor.make(model, { body, state: 'running', prefix: 'op' });
      return { status: 200, json: { name: `${model}/operations/${task.id}` } };
    }
    const [, name = '', id = ''] = OPERATION.exec(path) ?? [];
    if (method !== 'GET' || name === '') return null;
    const task = vendor.tasks.get(id);
    if (task === undefined) return refusalOfGoogle(404, 'NOT_FOUND', 'Operation not found');
    const uri = `${vendor.url}/files/${id}:download?alt=media`;
    const done = { generateVideoResponse: { generatedSamples: [{ video: { uri } }] } };
    const filtered = {
      generateVideoResponse: { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['A face was found.'] },
    };
    return { status: 200, json: operationOf(task, { name, done, filtered }) };
  },
};

/** Its files need the key too. */
export async function startGemini(): Promise<TaskVendor> {
  const vendor = await TaskVendor.start(script);
  vendor.fileHeaders = { 'x-goog-api-key': GEMINI_KEY };
  return vendor;
}
