import { giveToken, serviceAccount } from '../../suites/given-token.ts';
import { TaskVendor, type VendorScript } from './task-vendor.ts';
import { operationOf, refusalOfGoogle, wrongVeo } from './veo-members.ts';

/** The file of a service account whose tokens the played vendor gives. */
export const vertexKey = (vendor: TaskVendor): string =>
  serviceAccount(`${vendor.url}/token`).replace('…', 'tasks');
const TOKEN = 'Bearer ya29.tasks';
const MODELS = '/v1/projects/my-project/locations/us-central1/publishers/google/models/';
const CALL = /^(veo-[\w.-]+):(predictLongRunning|fetchPredictOperation)$/;

/** Vertex AI, as far as it makes videos, with the server that gives tokens. */
const script: VendorScript = {
  refuses: ({ request }) =>
    request.url === '/token' || request.headers.authorization === TOKEN
      ? null
      : { status: 401, body: JSON.stringify({ error: { code: 401, message: 'no token' } }) },
  answer({ method, path, body }, vendor) {
    if (path === '/token') {
      const given = giveToken(body);
      return given === null
        ? { status: 400, json: {} }
        : { status: given.status, json: JSON.parse(given.body) as unknown };
    }
    const [, model, verb] = (path.startsWith(MODELS) && CALL.exec(path.slice(MODELS.length))) || [];
    if (method !== 'POST' || model === undefined) return null;
    if (verb === 'predictLongRunning') {
      const wrong = wrongVeo(body, { seed: 'number', generateAudio: 'boolean' });
      if (wrong !== null) return refusalOfGoogle(400, 'INVALID_ARGUMENT', wrong);
      if (JSON.stringify(body).includes('FORBIDDEN'))
        return refusalOfGoogle(400, 'INVALID_ARGUMENT', 'The prompt violates our usage guidelines.');
      const task = vendor.make(model, { body, state: 'running', prefix: 'op' });
      return { status: 200, json: { name: `${MODELS.slice('/v1/'.length)}${model}/operations/${task.id}` } };
    }
    const { operationName: name, ...rest } = body;
    if (typeof name !== 'string' || Object.keys(rest).length > 0)
      return refusalOfGoogle(400, 'INVALID_ARGUMENT', 'operationName is missing');
    const task = vendor.tasks.get(name.split('/').at(-1) ?? '');
    if (task?.kind !== model) return refusalOfGoogle(404, 'NOT_FOUND', 'Operation not found');
    const done = {
      videos: [{ bytesBase64Encoded: vendor.file.bytes.toString('base64'), mimeType: 'video/mp4' }],
    };
    const filtered = { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['Support code 58061214.'] };
    return { status: 200, json: operationOf(task, { name, done, filtered }) };
  },
};

export const startVertex = (): Promise<TaskVendor> => TaskVendor.start(script);
