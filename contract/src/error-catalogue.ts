/**
 * Every error that a caller can meet. The code is stable; the console shows its own text for it in the
 * user's language, other callers read `message`. `status` is the HTTP status, `type` and `code` of `openAi`
 * are what OpenAI's SDKs read (`status` there where that dialect uses another one). Clients look for words in the
 * texts: "Incorrect API key provided", "This model's maximum context length is", "content policy" (LiteLLM, aider).
 */
export interface CatalogueEntry {
  status: number;
  message: string;
  openAi?: { status?: number; type: string; code: string | null };
  /** The call may be tried on another channel as long as no byte of an answer has left. */
  otherChannel?: true;
}

const invalid = (message: string): CatalogueEntry => ({
  status: 400,
  message,
  openAi: { type: 'invalid_request_error', code: null },
});

export const errorCatalogue = {
  // Requests
  'request.invalid': invalid('The request is not valid.'),
  'request.malformed_json': invalid('The body is not valid JSON.'),
  'request.malformed_form': invalid('The body is not a valid form (multipart/form-data).'),
  'request.too_deep': invalid('The body is nested too deeply.'),
  'request.unknown_parameter': invalid('The address takes no parameter {name}; it takes {known}.'),
  'request.if_match_not_taken': invalid(
    'This endpoint does not accept If-Match, because its change does not depend on the current state.',
  ),
  'request.duplicate_member': invalid('The body names a member twice.'),
  'request.lossy_conversion': invalid(
    'The model is served in another dialect, which cannot express all of the request: {fields}.',
  ),
  'request.kept_input': invalid(
    'No channel keeps earlier answers of this model: send every item in full (with `store: false`).',
  ),
  'request.compaction_unsupported': invalid(
    'This model is served in another dialect, which has no compaction. Shorten the conversation yourself.',
  ),
  'request.too_large': {
    status: 413,
    message: 'The body is too large.',
    openAi: { type: 'invalid_request_error', code: 'request_too_large' },
  },
  'request.compressed': {
    status: 415,
    message: 'The body is compressed; send it uncompressed, without `content-encoding`.',
    openAi: { type: 'invalid_request_error', code: 'unsupported_content_encoding' },
  },
  'request.unsafe': {
    status: 400,
    message: 'The content policy of this site does not allow this request.',
    openAi: { type: 'invalid_request_error', code: 'content_security_policy_blocking' },
  },
  'answer.unsafe': {
    status: 400,
    message: 'The content policy of this site does not allow the answer.',
    openAi: { type: 'invalid_request_error', code: 'content_security_policy_blocking' },
  },
  'request.not_found': {
    status: 404,
    message: 'There is no address {path}.',
    openAi: { type: 'invalid_request_error', code: 'unknown_url' },
  },
  'entry.not_found': { status: 404, message: 'There is no such entry.' },
  'request.doubled_path': {
    status: 404,
    message:
      'There is no address {path}: it has {part} twice. Take it out of the base address of your client.',
    openAi: { type: 'invalid_request_error', code: 'unknown_url' },
  },
  'request.method_not_allowed': {
    status: 405,
    message: 'The address {path} does not take {method}.',
    openAi: { type: 'invalid_request_error', code: 'method_not_allowed' },
  },
  'request.upgrade_required': {
    status: 426,
    message: 'The address {path} opens a WebSocket; ask for an upgrade.',
    openAi: { type: 'invalid_request_error', code: 'upgrade_required' },
  },
  'request.changed_meanwhile': {
    status: 412,
    message: 'Somebody else changed this meanwhile; read it again.',
  },
  'request.timeout': {
    status: 408,
    message: 'The body did not arrive in time.',
    openAi: { type: 'invalid_request_error', code: null },
  },
  'request.cross_origin': { status: 403, message: 'The request does not come from this site.' },
  'export.too_many': {
    status: 429,
    message: 'Two of your exports are still running; try again when one of them has ended.',
  },
  'request.too_many': { status: 429, message: 'Too many requests; try again later.' },
  // People
  'session.required': { status: 401, message: 'Sign in first.' },
  'session.not_allowed': { status: 403, message: 'Your role does not allow this.' },
  'session.wrong_credentials': {
    status: 401,
    message: 'User name or password is wrong, or the account is disabled.',
  },
  'session.password_off': { status: 403, message: 'Signing in with a password is turned off.' },
  'session.too_many_attempts': { status: 429, message: 'Too many attempts; try again later.' },
  'session.proof_expired': {
    status: 401,
    message: 'This sign-in is no longer valid, or the account is disabled. Sign in again.',
  },
  'session.second_factor_required': {
    status: 401,
    message: 'Enter a code of your authenticator app, or a recovery code.',
  },
  'session.second_factor_missing': {
    status: 403,
    message: 'This site requires a second factor of your role. Set one up in your profile.',
  },
  'second_factor.wrong_code': { status: 403, message: 'The code is wrong, or was used before.' },
  'second_factor.already_on': { status: 409, message: 'There is an authenticator app already.' },
  'passkey.refused': { status: 403, message: 'The passkey was not accepted.' },
  'passkey.taken': { status: 409, message: 'This passkey is kept already.' },
  'passkey.not_found': { status: 404, message: 'There is no such passkey.' },
  'passkey.too_many': {
    status: 409,
    message: 'This account has the most passkeys that it may have. Remove one first.',
  },
  'confirmation.required': {
    status: 403,
    message: 'Confirm this with your second factor, or with your password if you have none.',
  },
  'session.too_old': { status: 403, message: 'Sign in again to do this.' },
  'session.not_found': { status: 404, message: 'There is no such session.' },
  'access_token.invalid': { status: 401, message: 'The access token is not valid.' },
  'access_token.owner_disabled': { status: 403, message: 'The account of this access token is disabled.' },
  'access_token.not_allowed': {
    status: 403,
    message: 'An access token may not do this; sign in to the console.',
  },
  'access_token.scope': { status: 403, message: 'The scope of this access token does not allow this.' },
  'access_token.expired': { status: 401, message: 'This access token has expired.' },
  'access_token.not_found': { status: 404, message: 'There is no such access token.' },
  'access_token.too_many': {
    status: 409,
    message: 'This account has the most access tokens that it may have. Revoke one first.',
  },
  'access_token.past_end': { status: 400, message: 'The end lies in the past.' },
  'set_up.already_done': { status: 409, message: 'A root account exists already.' },
  'set_up.required': { status: 409, message: 'The site is not set up yet.' },
  'set_up.wrong_code': { status: 403, message: 'The set-up code is wrong.' },
  'user.not_found': { status: 404, message: 'There is no such user.' },
  'user.name_taken': { status: 409, message: 'This user name or e-mail address is taken.' },
  'user.role_too_high': {
    status: 403,
    message: 'You may not act on an account of your own or a higher role.',
  },
  'user.already': { status: 409, message: 'The account has this state already.' },
  'user.wrong_password': { status: 403, message: 'The current password is wrong.' },
  'user.quota_too_low': { status: 409, message: 'The amount to subtract is larger than the balance.' },
  'user.request_key_used': {
    status: 409,
    message: 'This request_key was already used for a different change of this balance.',
  },
  'invitation.required': { status: 400, message: 'Registration needs an invitation code.' },
  'invitation.unknown': { status: 400, message: 'There is no such invitation code.' },
  'invitation.used_up': { status: 409, message: 'This invitation code is used up.' },
  'invitation.not_valid_now': { status: 409, message: 'This invitation code is not valid at this time.' },
  'invitation.reward_too_small': {
    status: 409,
    message: 'The amount to transfer is larger than the reward that is left.',
  },
  'turnstile.missing': { status: 400, message: 'The check that you are human is missing: send `turnstile`.' },
  'turnstile.refused': { status: 403, message: 'The check that you are human has failed.' },
  'turnstile.spent': { status: 409, message: 'The check that you are human has expired or was used before.' },
  'turnstile.unreachable': {
    status: 503,
    message: 'The check that you are human could not be made. Try again later.',
  },
  'invite_code.taken': { status: 409, message: 'This invitation code exists already.' },
  'telegram.not_running': {
    status: 409,
    message: 'The Telegram bot does not run: its token is not set, or Telegram cannot be reached.',
  },
  'telegram.not_accepted': { status: 502, message: 'Telegram did not accept the commands: {reason}.' },
  'telegram.command_taken': { status: 409, message: 'This command exists already.' },
  'notification.too_many': {
    status: 409,
    message: 'You already have {limit} notification targets. Delete one first.',
  },
  'notification.admins_only': {
    status: 403,
    message: 'Only administrators may choose this event or allow private addresses.',
  },
  'notification.no_address': {
    status: 409,
    message: 'The account has no confirmed e-mail address. Add one first.',
  },
  'telegram.menu_full': { status: 409, message: 'There are {limit} commands already. Delete one first.' },
  'redemption.mistyped': {
    status: 400,
    message: 'The code has a typing mistake. Compare its letters and digits.',
  },
  'redemption.unknown': { status: 404, message: 'There is no such redemption code.' },
  'redemption.used_up': { status: 409, message: 'This redemption code is used up.' },
  'redemption.used_by_you': { status: 409, message: 'You have already redeemed this code.' },
  'redemption.expired': { status: 409, message: 'This redemption code has expired.' },
  'redemption.disabled': { status: 409, message: 'This redemption code is disabled.' },
  'redemption.changed': {
    status: 409,
    message: 'This redemption code was changed at the same moment. Redeem it again.',
  },
  'payment.not_found': { status: 404, message: 'This way to pay is not available now.' },
  'payment.no_address': {
    status: 409,
    message: 'Payments need the address of this site: an administrator enters it as `ServerAddress`.',
  },
  'payment.no_answer': {
    status: 502,
    message: 'The payment gateway did not accept the order. Nothing was paid. Try again or pay another way.',
  },
  'payment.check_failed': {
    status: 502,
    message: 'The payment gateway refused. The provider said: {reason}.',
  },
  'payment.root_only': {
    status: 403,
    message: 'Only root may change the account, the currency and the addresses of a payment gateway.',
  },
  'payment.no_statement': {
    status: 409,
    message: 'This kind of payment gateway has no statement to compare with.',
  },
  'order.too_many_open': {
    status: 409,
    message: 'You have three orders that are not paid. Pay or close one of them.',
  },
  'order.not_open': { status: 409, message: 'The order no longer waits for a payment.' },
  'order.not_refundable': {
    status: 409,
    message: 'The order cannot be paid back, or was changed meanwhile.',
  },
  'order.balance_spent': {
    status: 409,
    message: 'The balance no longer has the points of this payment.',
  },
  'order.refund_unknown': {
    status: 502,
    message: 'The payment gateway did not answer. Send the refund again; it is paid back once.',
  },
  'order.refund_not_repeatable': {
    status: 409,
    message:
      'The gateway did not answer, and would pay a repeated refund again. Look there; if nothing was paid back, correct the balance.',
  },
  'order.refund_running': { status: 409, message: 'This refund is being sent to the gateway right now.' },
  'order.request_no_used': {
    status: 409,
    message: 'This request number was used for a refund that was refused, or of another amount.',
  },
  'invoice.month_not_over': { status: 409, message: 'Invoices are made for months that are over.' },
  'invoice.made_already': {
    status: 409,
    message: 'The invoices of this month were made already. An update makes those that are missing.',
  },
  'invoice.paid_already': { status: 409, message: 'The invoice is paid already.' },
  'user.balance_full': { status: 409, message: 'The balance cannot hold that many points.' },
  'user.quota_unchangeable': {
    status: 400,
    message: 'This endpoint does not change the balance; POST /api/user/quota/:id does.',
  },
  'user.username_unchangeable': {
    status: 400,
    message: 'This endpoint does not change the user name; an administrator can change it.',
  },
  'identity.taken': { status: 409, message: 'This sign-in belongs to another account.' },
  'identity.last_way': {
    status: 409,
    message: 'This is the only way to sign in to the account. Set a password or link another sign-in first.',
  },
  'identity.not_found': { status: 404, message: 'There is no such linked sign-in.' },
  'identity.unusable': {
    status: 502,
    message: 'The sign-in provider sent an account id that cannot be used.',
  },
  'oauth.off': { status: 403, message: 'This way to sign in is turned off.' },
  'oauth.unknown_state': {
    status: 403,
    message: 'This sign-in was started in another browser, is used already or has expired. Start again.',
  },
  'registration.closed': { status: 403, message: 'This site does not accept new accounts.' },
  'oauth.account_disabled': { status: 403, message: 'The account of this sign-in is disabled.' },
  'oauth.code_refused': {
    status: 403,
    message: 'The sign-in provider does not accept this code. Start again.',
  },
  'oauth.wrong_code': { status: 403, message: 'The code is wrong or has expired.' },
  'oauth.not_permitted': {
    status: 403,
    message: 'The sign-in provider does not let this person use this site.',
  },
  'oauth.misconfigured': {
    status: 502,
    message: 'The sign-in provider refuses this site. An administrator should check its settings.',
  },
  'oauth.issuer_differs': {
    status: 502,
    message: 'The sign-in provider names itself {reported}, but the settings have {expected}.',
  },
  'oauth.private_network': {
    status: 502,
    message:
      'The address of the sign-in provider lies in a private network. Root can allow that by OIDCAllowPrivate or WeChatAllowPrivate.',
  },
  'oauth.no_answer': {
    status: 502,
    message: 'The sign-in provider gave no usable answer. Try again later.',
  },
  'user_group.not_found': { status: 404, message: 'There is no such group.' },
  'user_group.symbol_taken': { status: 409, message: 'This group symbol is taken.' },
  'user_group.is_default': { status: 409, message: 'The default group cannot be deleted or turned off.' },
  'user_group.in_use': { status: 409, message: 'This group is still used by {users}.' },
  'user_group.not_allowed': { status: 403, message: 'You may not use this group.' },
  'budget.not_found': { status: 404, message: 'There is no such budget.' },
  'mail.not_set_up': { status: 409, message: 'This site cannot send mail: its mail server is not set up.' },
  'registration.password_closed': {
    status: 403,
    message: 'This site does not accept new accounts with a password. Use another way to sign in.',
  },
  'email.wrong_code': { status: 400, message: 'The code is wrong or has expired.' },
  'email.domain_not_allowed': {
    status: 400,
    message: 'This site does not accept e-mail addresses of this domain.',
  },
  'email.alias_not_allowed': {
    status: 400,
    message: 'This site does not accept a + in an e-mail address, nor dots in one of Gmail.',
  },
  'password_reset.off': {
    status: 409,
    message: 'This site cannot send links, because its own address (ServerAddress) is not set.',
  },
  'password_reset.invalid_link': {
    status: 400,
    message: 'This link is not valid: it was used, has expired or is incomplete.',
  },
  'site.status_page_off': { status: 404, message: 'This site has no public status page.' },
  'option.unknown': { status: 404, message: 'There is no such option.' },
  'relay.api_off': {
    status: 403,
    message: 'This API is turned off here.',
    openAi: { type: 'invalid_request_error', code: 'api_off' },
  },
  'option.invalid': { status: 400, message: 'The value does not fit this option.' },
  'option.fallback_loop': {
    status: 400,
    message: 'These fallbacks lead back to the model where they begin: {models}.',
  },
  'price.not_found': { status: 404, message: 'There is no such price.' },
  'price.exists': { status: 409, message: 'This model has a price already.' },
  'price.unconfirmed': {
    status: 409,
    message:
      'These prices change by more than a factor of ten or become free: {models}. To confirm, send `confirmed: true`.',
  },
  'planned_price.not_found': { status: 404, message: 'There is no such planned price.' },
  'price_change.not_found': { status: 404, message: 'There is no such change of prices.' },
  'price_list.private_network': {
    status: 400,
    message: 'The address lies in a private network; a price list is read from public ones only.',
  },
  'price_list.unreachable': { status: 502, message: 'The address of the price list gave no answer.' },
  'price_list.too_large': { status: 502, message: 'The price list is too large.' },
  'price_list.wrong_file': {
    status: 400,
    message: 'The file is not a price list, or has too many prices.',
  },
  'price_list.has_bad_entries': {
    status: 422,
    message: 'Some entries of the price list are not prices; nothing was changed.',
  },
  'price_list.unreadable': { status: 502, message: 'The address did not return a price list.' },
  'picture.private_network': {
    status: 400,
    message: 'The address lies in a private network; pictures are fetched from public ones only.',
  },
  'picture.unreachable': { status: 502, message: 'The address of the picture gave no answer.' },
  'picture.too_large': { status: 502, message: 'The picture is larger than 512 KiB.' },
  'picture.unreadable': {
    status: 502,
    message: 'The address did not return a picture (PNG, JPEG, WebP, GIF, ICO, AVIF or SVG).',
  },
  'picture.too_many': {
    status: 409,
    message: 'The limit of pictures from other hosts is reached; use a picture of this site instead.',
  },
  'model_owner.not_found': { status: 404, message: 'There is no such model owner.' },
  'model_owner.id_taken': { status: 409, message: 'This number belongs to another owner.' },
  'model_owner.built_in': { status: 409, message: 'A built-in owner cannot be deleted.' },
  'model_owner.in_use': { status: 409, message: 'Prices still name this owner.' },
  'channel.not_found': { status: 404, message: 'There is no such channel.' },
  'channel.base_url_required': { status: 400, message: 'This provider needs a base address.' },
  'channel.key_required': { status: 400, message: 'This provider needs a key.' },
  'channel.key_parts': {
    status: 400,
    message: 'The key of this provider is made of several parts, with “|” between them.',
  },
  'channel.key_not_found': { status: 404, message: 'The channel has no such key.' },
  'channel.several_keys': {
    status: 409,
    message:
      'The channel has several keys: add, change or delete them by `/api/channel/{id}/keys`, one by one.',
  },
  'channel.keys_disabled': { status: 409, message: 'All keys of the channel are disabled.' },
  'channel.key_line': { status: 400, message: 'The key in line {line} cannot be used.' },
  'channel.private_network': {
    status: 400,
    message: 'The address lies in a private network; only root may allow that.',
  },
  'channel.tag_not_found': { status: 404, message: 'There is no channel with this tag.' },
  'channel.proxy_password': {
    status: 400,
    message: 'Type the password of the proxy again.',
  },
  'channel.type_unknown': { status: 400, message: 'There is no such channel type.' },
  'channel.test_model_required': { status: 400, message: 'Name a test model first.' },
  'channel.no_model_list': { status: 400, message: 'This provider has no list of its models.' },
  'channel.no_balance': { status: 400, message: 'This provider does not report account balances.' },
  'channel.test_too_slow': { status: 502, message: 'The test took too long.' },
  'channel.model_not_listed': { status: 409, message: 'The channel does not list this model.' },
  'channel.only_model': { status: 409, message: 'It is the only model of the channel.' },
  'channel.no_api_version': { status: 409, message: 'Channels of this type have no API version.' },
  'channel.same_api_version': { status: 409, message: 'The channel has this API version already.' },
  'channel.usage_missing': { status: 502, message: 'The answer reports no usage.' },
  'channel.other_model': { status: 502, message: 'The answer reports another model.' },
  'channel.model_unnamed': { status: 502, message: 'The answer reports no model.' },
  'channel.not_streamed': { status: 502, message: 'The answer did not come as a stream.' },
  'channel.function_not_called': { status: 502, message: 'The model did not call the function.' },
  'channel.function_misread': { status: 502, message: 'The model called the function with other values.' },
  'channel.test_failed': { status: 502, message: 'The test call failed.' },
  // Tokens and relay
  'token.not_found': { status: 404, message: 'There is no such token.' },
  'token.too_many': {
    status: 409,
    message: 'The account has its maximum number of tokens; delete one first.',
  },
  'token.too_many_in_hour': {
    status: 429,
    message:
      'The account has made its number of tokens for this hour; the next is possible in {minutes} min.',
  },
  'token.key_lost': {
    status: 409,
    message: 'This token was stored under another secret key and cannot be shown any more.',
  },
  'token.still_expired': { status: 409, message: 'The token has expired; change its expiry first.' },
  'token.still_exhausted': { status: 409, message: 'The token has no quota left; change its quota first.' },
  'token.missing': {
    status: 401,
    message: 'No API key was given. Send it as "Authorization: Bearer sk-…".',
    openAi: { type: 'invalid_request_error', code: 'invalid_api_key' },
  },
  'token.invalid': {
    status: 401,
    message: 'Incorrect API key provided.',
    openAi: { type: 'invalid_request_error', code: 'invalid_api_key' },
  },
  'token.disabled': {
    status: 403,
    message: 'The API key is disabled.',
    openAi: { type: 'permission_error', code: 'api_key_disabled' },
  },
  'token.expired': {
    status: 401,
    message: 'This API key has expired.',
    openAi: { type: 'invalid_request_error', code: 'api_key_expired' },
  },
  'token.owner_disabled': {
    status: 403,
    message: 'The account of this API key is disabled.',
    openAi: { type: 'permission_error', code: 'account_disabled' },
  },
  'token.group_not_allowed': {
    status: 403,
    message: 'The group of this API key is not available to its account.',
    openAi: { type: 'permission_error', code: 'group_not_allowed' },
  },
  'token.address_not_allowed': {
    status: 403,
    message: 'This API key may not be used from your address.',
    openAi: { type: 'permission_error', code: 'address_not_allowed' },
  },
  'token.pin_not_allowed': {
    status: 403,
    message: "Only an administrator's key may name a channel.",
    openAi: { type: 'invalid_request_error', code: 'channel_not_allowed' },
  },
  'token.pin_required': {
    status: 403,
    message:
      "This address is not offered to users here. An administrator's key that names a channel reaches it: `sk-…#7`.",
    openAi: { type: 'invalid_request_error', code: 'channel_required' },
  },
  'token.model_not_allowed': {
    status: 403,
    message: 'This API key may not use the model `{model}`.',
    openAi: { type: 'invalid_request_error', code: 'model_not_found' },
  },
  'quota.insufficient': {
    status: 402,
    message: 'Insufficient balance.',
    openAi: { status: 429, type: 'insufficient_quota', code: 'insufficient_quota' },
  },
  'quota.token_insufficient': {
    status: 402,
    message: 'The quota of this API key does not pay for this call.',
    openAi: { status: 429, type: 'insufficient_quota', code: 'insufficient_quota' },
  },
  'quota.budget_spent': {
    status: 402,
    message: 'The budget of this {owner} {period} for {models} does not pay for this call{until}.',
    openAi: { status: 429, type: 'insufficient_quota', code: 'insufficient_quota' },
  },
  'rate.requests': {
    status: 429,
    message: 'Too many requests per minute; slow down.',
    openAi: { type: 'requests', code: 'rate_limit_exceeded' },
  },
  'rate.tokens': {
    status: 429,
    message: 'Too many tokens per minute; slow down.',
    openAi: { type: 'tokens', code: 'rate_limit_exceeded' },
  },
  'rate.parallel': {
    status: 429,
    message: 'Too many calls at the same time; wait for one of them.',
    openAi: { type: 'requests', code: 'rate_limit_exceeded' },
  },
  'rate.channels': {
    status: 429,
    message: 'Every channel of this model is at its limit; try again in a moment.',
    openAi: { type: 'requests', code: 'rate_limit_exceeded' },
  },
  'rate.body_bytes': {
    status: 429,
    message: 'The bodies of your running calls take too much memory together; wait for some of them.',
    openAi: { type: 'requests', code: 'rate_limit_exceeded' },
  },
  'response.not_found': {
    status: 404,
    message: "Response with id '{id}' not found.",
    openAi: { type: 'invalid_request_error', code: null },
  },
  'previous_response.not_found': {
    status: 400,
    message: "Previous response with id '{id}' not found.",
    openAi: { type: 'invalid_request_error', code: 'previous_response_not_found' },
  },
  'item.not_found': {
    status: 404,
    message: "Item with id '{id}' not found. Items are not persisted when `store` is set to false.",
    openAi: { type: 'invalid_request_error', code: null },
  },
  'conversation.not_found': {
    status: 404,
    message: "Conversation with id '{id}' not found.",
    openAi: { type: 'invalid_request_error', code: null },
  },
  'thread.not_found': {
    status: 404,
    message:
      'No thread continues from this `previous_message_id`. Send the whole conversation with `thread: {"type": "create"}`.',
    openAi: { type: 'invalid_request_error', code: null },
  },
  'thread.unsupported': {
    status: 400,
    message: 'This model has no threads here. Send the whole conversation without `thread`.',
    openAi: { type: 'invalid_request_error', code: null },
  },
  'object.not_found': {
    status: 404,
    message: "No such object: '{id}'.",
    openAi: { type: 'invalid_request_error', code: null },
  },
  'object.not_offered': {
    status: 404,
    message: 'The provider of this channel does not offer this address.',
    openAi: { type: 'invalid_request_error', code: null },
  },
  'object.no_price': {
    status: 404,
    message: 'Calls that create {name} have no price yet; ask the administrator.',
    openAi: { type: 'invalid_request_error', code: 'model_not_priced' },
  },
  'batch.line_refused': {
    status: 400,
    message: 'Line {line} of the input file: {why}.',
    openAi: { type: 'invalid_request_error', code: 'invalid_batch_line' },
  },
  'batch.too_many': {
    status: 429,
    message: 'You already have {limit} batches in progress. Wait until some finish.',
    openAi: { type: 'requests', code: 'too_many_batches' },
  },
  'task.not_found': {
    status: 404,
    message: "No such task: '{id}'.",
    openAi: { type: 'invalid_request_error', code: 'task_not_found' },
  },
  'task.too_many': {
    status: 429,
    message: 'You already have {limit} tasks in progress. Wait until some finish.',
    openAi: { type: 'requests', code: 'too_many_tasks' },
  },
  'task.not_ready': {
    status: 409,
    message: 'The task has not ended with a result that this can go on from.',
    openAi: { type: 'invalid_request_error', code: 'task_not_ready' },
  },
  'task.not_cancellable': {
    status: 409,
    message: 'This task cannot be cancelled any more, or its provider cannot cancel tasks.',
    openAi: { type: 'invalid_request_error', code: 'task_not_cancellable' },
  },
  'task.not_repeatable': {
    status: 409,
    message: 'Only a failed task whose request is stored can be made again.',
    openAi: { type: 'invalid_request_error', code: 'task_not_repeatable' },
  },
  'task.unclear': {
    status: 502,
    message:
      'The provider did not say whether it took the task {id}. It is looked for, and charged only if it has begun.',
    openAi: { type: 'server_error', code: 'task_unclear' },
  },
  'task.no_file': {
    status: 404,
    message: 'This task has no such result, or the provider no longer has it.',
    openAi: { type: 'invalid_request_error', code: 'task_no_file' },
  },
  'search.off': {
    status: 400,
    message: 'Web search is off on this site. Call the model without `#search`.',
    openAi: { type: 'invalid_request_error', code: 'search_off' },
  },
  'search.failed': {
    status: 502,
    message: 'The search engine did not answer: {reason}.',
  },
  'model.not_found': {
    status: 404,
    message: 'The model `{model}` does not exist or is not available to this API key.',
    openAi: { type: 'invalid_request_error', code: 'model_not_found' },
  },
  'model.other_api': {
    status: 404,
    message: 'The model `{model}` is not offered by this API, only by another one.',
    openAi: { type: 'invalid_request_error', code: 'model_not_supported' },
  },
  // Not 503: clients would try again for minutes.
  'model.no_price': {
    status: 404,
    message: 'The model has no price yet; ask the administrator.',
    openAi: { type: 'invalid_request_error', code: 'model_not_priced' },
  },
  'channel.none_available': {
    status: 503,
    message: 'No channel can serve this model now; try again later.',
    openAi: { type: 'server_error', code: 'no_channel_available' },
  },
  'settlement.backlog': {
    status: 503,
    message: 'The gateway cannot record paid calls now; try again later.',
    openAi: { type: 'server_error', code: 'settlement_backlog' },
  },
  'gateway.unavailable': {
    status: 503,
    message: 'The gateway cannot reach its database now; try again later.',
    openAi: { type: 'server_error', code: 'gateway_unavailable' },
  },
  'gateway.busy': {
    status: 503,
    message: 'The gateway holds too many large bodies now; try again in a moment.',
    openAi: { type: 'server_error', code: 'gateway_busy' },
  },
  'gateway.stopping': {
    status: 503,
    message: 'The gateway is stopping; try again in a moment.',
    openAi: { type: 'server_error', code: 'gateway_stopping' },
  },
  'gateway.internal': {
    status: 500,
    message: 'Something went wrong in the gateway.',
    openAi: { type: 'server_error', code: 'internal_error' },
  },
  // Upstreams
  'upstream.bad_request': {
    status: 400,
    message: 'The provider refused the request as not valid.',
    openAi: { type: 'invalid_request_error', code: 'upstream_bad_request' },
  },
  'upstream.unprocessable': {
    status: 422,
    message: 'The provider could not process the request.',
    openAi: { type: 'invalid_request_error', code: 'upstream_unprocessable' },
  },
  'upstream.too_large': {
    status: 413,
    message: 'The provider refused the request as too large.',
    openAi: { type: 'invalid_request_error', code: 'upstream_too_large' },
  },
  'upstream.context_length': {
    status: 400,
    message: "This model's maximum context length is smaller than the request.",
    openAi: { type: 'invalid_request_error', code: 'context_length_exceeded' },
  },
  'upstream.content_filter': {
    status: 400,
    message: "The provider's content policy refused the request.",
    openAi: { type: 'invalid_request_error', code: 'content_policy_violation' },
  },
  'upstream.key_refused': {
    status: 503,
    message: 'The provider cannot be used now; try again later.',
    openAi: { type: 'server_error', code: 'upstream_unavailable' },
    otherChannel: true,
  },
  'upstream.out_of_credit': {
    status: 503,
    message: 'The provider cannot be used now; try again later.',
    openAi: { type: 'server_error', code: 'upstream_unavailable' },
    otherChannel: true,
  },
  'upstream.model_missing': {
    status: 503,
    message: 'The provider does not offer this model now.',
    openAi: { type: 'server_error', code: 'upstream_model_missing' },
    otherChannel: true,
  },
  // In place of the last one when no channel is left and the provider's words are about the model.
  'upstream.model_not_found': {
    status: 404,
    message: 'The provider does not know this model.',
    openAi: { type: 'invalid_request_error', code: 'model_not_found' },
  },
  'upstream.rate_limited': {
    status: 429,
    message: 'The provider is busy; try again later.',
    openAi: { type: 'requests', code: 'rate_limit_exceeded' },
    otherChannel: true,
  },
  'upstream.overloaded': {
    status: 503,
    message: 'The provider is overloaded; try again later.',
    openAi: { type: 'server_error', code: 'upstream_overloaded' },
    otherChannel: true,
  },
  'upstream.error': {
    status: 502,
    message: 'The provider answered with an error.',
    openAi: { type: 'server_error', code: 'upstream_error' },
    otherChannel: true,
  },
  'upstream.unreachable': {
    status: 502,
    message: 'The provider could not be reached.',
    openAi: { type: 'server_error', code: 'upstream_unreachable' },
    otherChannel: true,
  },
  'upstream.proxy_unreachable': {
    status: 502,
    message: 'The proxy in front of the provider could not be reached.',
    openAi: { type: 'server_error', code: 'upstream_proxy_unreachable' },
    otherChannel: true,
  },
  'upstream.proxy_refused': {
    status: 502,
    message: 'The proxy in front of the provider refused the connection.',
    openAi: { type: 'server_error', code: 'upstream_proxy_refused' },
    otherChannel: true,
  },
  'upstream.broken_answer': {
    status: 502,
    message: 'The provider sent an answer that cannot be read.',
    openAi: { type: 'server_error', code: 'upstream_broken_answer' },
    otherChannel: true,
  },
  'upstream.empty_answer': {
    status: 502,
    message: 'The provider sent an empty answer.',
    openAi: { type: 'server_error', code: 'upstream_empty_answer' },
    otherChannel: true,
  },
  'upstream.malformed_call': {
    status: 502,
    message: 'The model made a call of a tool that cannot be read.',
    openAi: { type: 'server_error', code: 'upstream_malformed_call' },
    otherChannel: true,
  },
  'upstream.answer_cut': {
    status: 502,
    message: 'The provider cut the answer short.',
    openAi: { type: 'server_error', code: 'upstream_answer_cut' },
    otherChannel: true,
  },
  'upstream.timeout': {
    status: 504,
    message: 'The provider did not answer in time.',
    openAi: { type: 'server_error', code: 'upstream_timeout' },
    otherChannel: true,
  },
  'caller.left': {
    status: 499,
    message: 'The client disconnected before the answer was complete.',
    openAi: { type: 'invalid_request_error', code: 'client_closed_request' },
  },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof errorCatalogue;
