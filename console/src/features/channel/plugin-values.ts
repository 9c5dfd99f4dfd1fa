type Values = Record<string, Record<string, unknown>>;

/** Settings of a channel, by plugin and name; empty if the text is not an object of objects. */
export function pluginValues(text: string): Values {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return {};
    return Object.fromEntries(
      Object.entries(value).filter((pair): pair is [string, Record<string, unknown>] => isObject(pair[1])),
    );
  } catch {
    return {};
  }
}

/** The same text with one value; what is empty or off is left out, and nothing is the empty text. */
export function withPluginValue(
  text: string,
  { plugin, name }: { plugin: string; name: string },
  value: string | boolean,
): string {
  const { [plugin]: set = {}, ...others } = pluginValues(text);
  const { [name]: _, ...rest } = set;
  const changed = value === '' || value === false ? rest : { ...rest, [name]: value };
  const all = Object.keys(changed).length === 0 ? others : { ...others, [plugin]: changed };
  return Object.keys(all).length === 0 ? '' : JSON.stringify(all);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
