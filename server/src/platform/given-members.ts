type Given<Value> = { [Name in keyof Value]?: Exclude<Value[Name], undefined> };

/** The members that are there: what a change leaves out stays as it is. */
export const givenMembers = <Value extends object>(value: Value): Given<Value> =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Given<Value>;
