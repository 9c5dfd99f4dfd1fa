import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { channelCalls, role, tokenCalls, userCalls } from '@turnpike/contract';
import { useEffect, useState } from 'react';
import { availableModelsQuery } from '../../api/available-model.ts';
import { callApi } from '../../api/call-api.ts';
import type { PaletteEntry } from './palette-entry.ts';

/** Typing pauses for so long before the server is asked. */
const PAUSE_MS = 150;
const MOST_OF_EACH = 5;

export interface PaletteSearch {
  entries: PaletteEntry[];
  isSearching: boolean;
  hasFailed: boolean;
}

/** Things of the site whose names begin with what is typed; a newer text cancels the older question. */
export function usePaletteSearch(typed: string, roleNumber: number): PaletteSearch {
  const keyword = usePaused(typed.trim());
  const wanted = typed.trim() !== '';
  const isAdmin = roleNumber >= role.admin;
  const asked = { size: MOST_OF_EACH, keyword };
  const shared = { enabled: wanted && keyword !== '', placeholderData: keepPreviousData, staleTime: 10_000 };

  const users = useQuery({
    ...shared,
    queryKey: ['palette', 'user', keyword],
    queryFn: ({ signal }) => callApi(userCalls.list, { query: asked, signal }),
    enabled: shared.enabled && isAdmin,
  });
  const channels = useQuery({
    ...shared,
    queryKey: ['palette', 'channel', keyword],
    queryFn: ({ signal }) => callApi(channelCalls.list, { query: asked, signal }),
    enabled: shared.enabled && isAdmin,
  });
  const tokens = useQuery({
    ...shared,
    queryKey: ['palette', 'token', keyword],
    queryFn: ({ signal }) => callApi(tokenCalls.list, { query: asked, signal }),
  });
  const models = useQuery(availableModelsQuery);
  if (!wanted) return { entries: [], isSearching: false, hasFailed: false };

  const text = typed.trim().toLowerCase();
  const modelNames = Object.keys(models.data ?? {}).filter((name) => name.toLowerCase().includes(text));
  const all = [users, channels, tokens];
  return {
    isSearching: typed.trim() !== keyword || all.some(({ isFetching }) => isFetching),
    hasFailed: [...all, models].some(({ isError }) => isError),
    entries: [
      ...(users.data?.data ?? []).map(
        (user): PaletteEntry => ({
          ...{ key: `user-${user.id}`, kind: 'user', to: `/panel/user?open=${user.id}` },
          label: user.display_name || user.username,
          note: `@${user.username}`,
        }),
      ),
      ...(channels.data?.data ?? []).map(
        (channel): PaletteEntry => ({
          ...{ key: `channel-${channel.id}`, kind: 'channel', to: `/panel/channel?open=${channel.id}` },
          label: channel.name,
          note: `#${channel.id}`,
        }),
      ),
      ...(tokens.data?.data ?? []).map(
        (token): PaletteEntry => ({
          ...{ key: `token-${token.id}`, kind: 'token', to: `/panel/token?open=${token.id}` },
          label: token.name,
          note: `#${token.id}`,
        }),
      ),
      ...modelNames.slice(0, MOST_OF_EACH).map(
        (name): PaletteEntry => ({
          ...{ key: `model-${name}`, kind: 'model', label: name },
          to: `/panel/model_price?keyword=${encodeURIComponent(name)}`,
        }),
      ),
    ],
  };
}

function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), value === '' ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}
