import { midjourneyErrors } from '../../dialects/midjourney/midjourney-errors.ts';
import { sunoErrors } from '../../dialects/suno/suno-errors.ts';
import type { ClientFamily } from './client-family.ts';
import { openAiClients } from './openai-clients.ts';

/** Source: novicezk/midjourney-proxy, docs/api.md; docs/reference/compatibility.md, "Relay". */
export const midjourneyClients: ClientFamily = {
  ...openAiClients,
  carriers: ['mj-api-secret', ...openAiClients.carriers],
  errors: midjourneyErrors,
};

export const sunoClients: ClientFamily = { ...openAiClients, errors: sunoErrors };

/** The clients of APIs of tasks, by their addresses; undefined for others. */
export function taskClientsOf(path: string): ClientFamily | undefined {
  if (/^\/mj(?:-fast|-relax|-turbo)?(?:\/|$)/.test(path)) return midjourneyClients;
  return /^\/suno(?:\/|$)/.test(path) ? sunoClients : undefined;
}
