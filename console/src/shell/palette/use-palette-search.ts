import { useQuery } from '@tanstack/react-query';
import { role } from '@turnpike/contract';
import { availableModelsQuery } from '../../api/available-model.ts';
import { foundChannelsQuery } from '../../api/found-channels.ts';
import { foundTokensQuery } from '../../api/found-tokens.ts';
import { foundUsersQuery } from '../../api/found-users.ts';
import { usePaused } from '../../ui/page/use-paused.ts';
import type { PaletteEntry } from './palette-entry.ts';

const MAX_MODELS = 5;

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
  const enabled = wanted && keyword !== '';
  const users = useQuery({ ...foundUsersQuery(keyword), enabled: enabled && isAdmin });
  const channels = useQuery({ ...foundChannelsQuery(keyword), enabled: enabled && isAdmin });
  const tokens = useQuery({ ...foundTokensQuery(keyword), enabled });
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
      ...modelNames.slice(0, MAX_MODELS).map(
        (name): PaletteEntry => ({
          ...{ key: `model-${name}`, kind: 'model', label: name },
          to: `/panel/model_price?keyword=${encodeURIComponent(name)}`,
        }),
      ),
    ],
  };
}
