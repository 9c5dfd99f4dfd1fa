/** A JavaScript type, `array`, `object`, or the form of a text. */
type MemberType = 'string' | 'number' | 'boolean' | 'array' | 'object' | RegExp;

const isOf = (value: unknown, type: MemberType): boolean => {
  if (type instanceof RegExp) return typeof value === 'string' && type.test(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
};

/** Checks the members of a request as a strict vendor does. @returns the vendor's words; null: all is right */
export function wrongMember(
  body: Readonly<Record<string, unknown>>,
  members: Readonly<Record<string, MemberType>>,
  required: readonly string[] = [],
): string | null {
  const missing = required.find((name) => !(name in body));
  if (missing !== undefined) return `${missing} is required`;
  for (const [name, value] of Object.entries(body)) {
    const type = members[name];
    if (type === undefined) return `unknown parameter ${name}`;
    if (!isOf(value, type)) return `${name} is invalid: ${JSON.stringify(value).slice(0, 80)}`;
  }
  return null;
}
