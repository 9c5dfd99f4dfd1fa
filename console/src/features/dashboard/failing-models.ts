import { useQuery } from '@tanstack/react-query';
import { failedEnds, type LogView } from '@turnpike/contract';
import { recentCallsQuery } from './dashboard-api.ts';

export const hasFailed = ({ ended_by }: LogView): boolean =>
  ended_by !== null && failedEnds.includes(ended_by);

/** Models of which all of the reader's recent calls failed. */
export function useFailingModels(): ReadonlySet<string> {
  const calls = useQuery(recentCallsQuery).data?.data ?? [];
  const served = new Set(calls.filter((call) => !hasFailed(call)).map(({ model_name }) => model_name));
  return new Set(calls.map(({ model_name }) => model_name).filter((model) => !served.has(model)));
}
