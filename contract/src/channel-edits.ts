/** Reasons for which an edit of many channels leaves one as it is. */
export type LeftCode =
  | 'channel.model_not_listed'
  | 'channel.only_model'
  | 'channel.no_api_version'
  | 'channel.same_api_version';

/** The new value of a channel, or the reason to leave it as it is. */
export type ChannelEdit = { after: string } | { left: LeftCode };

/**
 * A channel's list of models without one of them.
 * @param models names by comma, as stored
 */
export function withoutModel(models: string, model: string): ChannelEdit {
  const names = models.split(',');
  const others = names.filter((name) => name !== model);
  if (others.length === names.length) return { left: 'channel.model_not_listed' };
  return others.length === 0 ? { left: 'channel.only_model' } : { after: others.join(',') };
}

/** @param hasVersion whether `other` is the version of an API for channels of this type */
export function withApiVersion(
  { other, hasVersion }: { other: string; hasVersion: boolean },
  version: string,
): ChannelEdit {
  if (!hasVersion) return { left: 'channel.no_api_version' };
  return other === version ? { left: 'channel.same_api_version' } : { after: version };
}
