import { inviteCodeCalls } from '@turnpike/contract';
import { entityQueries } from '../../ui/list/entity-queries.ts';

export const inviteCodes = entityQueries('invite-code', inviteCodeCalls);
