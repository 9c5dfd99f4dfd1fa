export interface UsageCounts {
  request_count: number;
  quota: number;
  prompt_tokens: number;
  completion_tokens: number;
  /** Milliseconds. */
  request_time: number;
}

export interface StatisticsHourTable extends UsageCounts {
  /** Start of the hour, seconds. */
  hour: number;
  user_id: number;
  channel_id: number;
  model_name: string;
}

/**
 * Dimension that use is summed by. `group` is the user's group when the call was settled; `all` has the
 * single key ''.
 */
export type UsageDimension = 'all' | 'model' | 'channel' | 'group' | 'user';

export interface StatisticsKeyHourTable extends UsageCounts {
  dimension: UsageDimension;
  /** Name of the model or group, number of the channel or user. */
  usage_key: string;
  /** Start of the hour, seconds. */
  hour: number;
}

export interface StatisticsKeyDayTable extends UsageCounts {
  dimension: UsageDimension;
  usage_key: string;
  /** Start of the UTC day, seconds. */
  day: number;
}

export interface StatisticsKeyMonthTable extends UsageCounts {
  dimension: UsageDimension;
  usage_key: string;
  /** Start of the UTC month, seconds. */
  month: number;
}
