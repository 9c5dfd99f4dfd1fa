import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { channelTestCalls, type TestScheduleView } from '@turnpike/contract';
import { callApi } from '../../../api/call-api.ts';
import { channels } from '../channel-api.ts';

/** How often a run is asked for while it runs, and while none does. */
const RUNNING_MS = 2_000;
const RESTING_MS = 30_000;

export const isUnderWay = (schedule: TestScheduleView | undefined): boolean =>
  schedule !== undefined && (schedule.running !== null || schedule.is_wanted);

const queryKey = ['channel-test', 'schedule'] as const;

/** The scheduled tests; the list of channels is loaded again when a run has ended. */
export const testScheduleQuery = queryOptions({
  queryKey,
  queryFn: async ({ signal, client }): Promise<TestScheduleView> => {
    const before = client.getQueryData<TestScheduleView>(queryKey);
    const schedule = await callApi(channelTestCalls.schedule, { signal });
    if (isUnderWay(before) && !isUnderWay(schedule))
      void client.invalidateQueries({ queryKey: channels.keys.all });
    return schedule;
  },
  refetchInterval: ({ state }) => (isUnderWay(state.data) ? RUNNING_MS : RESTING_MS),
  refetchIntervalInBackground: false,
});

export function useRunTests() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(channelTestCalls.runNow, {}),
    onSuccess: (schedule) => client.setQueryData(queryKey, schedule),
  });
}

/** The last tests of a channel, newest first. */
export const channelTestsQuery = (id: number) =>
  queryOptions({
    queryKey: [...channels.keys.all, 'tests', id],
    queryFn: ({ signal }) => callApi(channelTestCalls.history, { params: { id }, signal }),
  });
