/** Why a text is refused. */
export type JsonFault = 'malformed' | 'too_deep' | 'duplicate_member';

export class JsonScanError extends Error {
  override readonly name = 'JsonScanError';
  readonly fault: JsonFault;

  constructor(fault: JsonFault) {
    super(fault);
    this.fault = fault;
  }
}
