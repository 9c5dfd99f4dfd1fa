import { useMutation } from '@tanstack/react-query';
import { tokenCalls, type tokenInput, tokenStatus } from '@turnpike/contract';
import type { z } from 'zod';
import { callApi } from '../../api/call-api.ts';
import { useSwitch } from '../../ui/list/entity-mutations.ts';
import { entityQueries } from '../../ui/list/entity-queries.ts';

export const tokens = entityQueries('token', tokenCalls);

export type TokenInput = z.input<typeof tokenInput>;

export const setTokenStatus = (id: number, status: 1 | 2) =>
  callApi(tokenCalls.update, { query: { status_only: true }, input: { id, status } });

const statusOf = (isOn: boolean) => (isOn ? tokenStatus.enabled : tokenStatus.disabled);

export const useTokenSwitch = () =>
  useSwitch(tokens, {
    send: ({ id }, isOn) => setTokenStatus(id, statusOf(isOn)),
    patch: (isOn) => ({ status: statusOf(isOn) }),
  });

export const useRevealToken = () =>
  useMutation({ mutationFn: (id: number) => callApi(tokenCalls.reveal, { params: { id } }) });
