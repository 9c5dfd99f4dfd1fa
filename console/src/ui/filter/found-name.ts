/** A thing that was found by its name. */
export interface FoundName<Value = string | number> {
  value: Value;
  name: string;
  /** Distinguishes equal names. */
  note: string;
}
