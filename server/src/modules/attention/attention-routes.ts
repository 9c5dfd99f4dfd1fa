import { attentionCalls } from '@turnpike/contract';
import { routesFor } from '../../http/contract-routes.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { Attention } from './attention.ts';

export const attentionRoutes = routesFor(attentionCalls, (deps: ModuleDeps) => {
  const attention = new Attention(deps);
  return { read: () => attention.read() };
});
