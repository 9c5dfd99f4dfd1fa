/** A thing that was found by its name. */
export interface FoundName<Value = string | number> {
  value: Value;
  name: string;
  /** Tells two of the same name apart. */
  note: string;
}
