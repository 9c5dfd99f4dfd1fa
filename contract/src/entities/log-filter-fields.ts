import { queryChoice, queryCode, queryNumber, querySeconds, queryText } from '../call.ts';
import { callEndChoice, failedEnds } from '../catalogues/call-ends.ts';
import { field, ownFields } from '../filter-field.ts';

/** Fields of lists, sums and files of log rows. */
export const logFilterFields = {
  log_type: field(queryCode(), {
    about: '1 top-up, 2 call, 3 management, 4 system; 0 or absent: all',
    column: 'type',
    index: 'user',
  }),
  start_timestamp: field(querySeconds(), {
    about: 'First second, since 1970; 0 or absent: from the beginning',
    column: 'created_at',
    compare: 'from',
    index: 'own',
  }),
  end_timestamp: field(querySeconds(), {
    about: 'Last second, since 1970; 0 or absent: up to now',
    column: 'created_at',
    compare: 'to',
    index: 'own',
  }),
  model_name: field(queryText(), {
    about: 'Whole name of the model that was billed, as it was called then',
    column: 'model_name',
    index: 'user',
  }),
  token_name: field(queryText(), {
    about: 'Whole name of the key, as it was called at the time of the call',
    column: 'token_name',
    index: 'user',
  }),
  request_id: field(queryText(), { about: 'Whole request id', column: 'request_id', index: 'own' }),
  ended_by: field(queryChoice(callEndChoice), {
    about: 'How the call ended; `failed` is upstream, timeout or gateway, not a refused request',
    column: 'ended_by',
    sets: { failed: failedEnds },
    index: 'user',
  }),
  group_name: field(queryText(50), {
    about: 'Symbol of the group that paid; calls of versions before this filter are not found by it',
    column: 'group_name',
    index: 'user',
  }),
  username: field(queryText(), {
    about:
      'Whole name of a user as it is called now, in any case; finds the rows of the account, also those from before it was renamed',
    isForAdmins: true,
  }),
  user_id: field(queryNumber(), {
    about:
      'Number of a user, whatever its name is or was; `username` is not looked at then; 0 or absent: all',
    isForAdmins: true,
  }),
  channel_id: field(queryNumber(), {
    about: 'Number of the channel that answered; 0 or absent: all',
    column: 'channel_id',
    index: 'user',
    isForAdmins: true,
  }),
  retried: field(queryChoice(['yes']), {
    about:
      '`yes`: calls with more than one attempt; calls of versions before this filter are not found by it',
    column: 'tried_channels',
    compare: 'present',
    index: 'user',
    isForAdmins: true,
  }),
  channel_tried: field(queryNumber(), {
    about:
      'Number of a channel that a call was tried at, also if another one answered; 0 or absent: all. Retried calls of versions before this filter are found by the channel that answered',
    index: 'user',
    isForAdmins: true,
  }),
  source_ip: field(queryText(), {
    about: 'Whole address that the caller had',
    column: 'source_ip',
    index: 'user',
    isForAdmins: true,
  }),
};

export const ownLogFilterFields = ownFields(logFilterFields);
