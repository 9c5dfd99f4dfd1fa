import { type CatalogueEntry, type ErrorCode, errorCatalogue, vendorSaid } from '@turnpike/contract';

export interface FieldError {
  field: string;
  /** Catalogue of the console's texts: `required`, `too_small`, …, or a code of ours. */
  code: string;
}

/**
 * An error that a caller may see. The code decides status and text; `parameters` are public, the cause is not. The
 * text names parameters as `{model}`; a `detail`, what a vendor said, stands behind it.
 */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly code: ErrorCode;
  readonly parameters: Readonly<Record<string, string | number>>;
  readonly fields: readonly FieldError[];
  /** For administrators alone. */
  readonly note: string;

  constructor(
    code: ErrorCode,
    parameters: Readonly<Record<string, string | number>> = {},
    {
      cause,
      fields = [],
      note = '',
    }: { cause?: unknown; fields?: readonly FieldError[]; note?: string } = {},
  ) {
    super(textOf(code, parameters), cause === undefined ? undefined : { cause });
    this.code = code;
    this.parameters = parameters;
    this.fields = fields;
    this.note = note;
  }

  get entry(): CatalogueEntry {
    return errorCatalogue[this.code];
  }
}

function textOf(code: ErrorCode, parameters: Readonly<Record<string, string | number>>): string {
  const text = errorCatalogue[code].message.replace(/\{(\w+)\}/g, (_, name) =>
    String(parameters[name] ?? '?'),
  );
  return parameters.detail === undefined ? text : `${text} ${vendorSaid}${parameters.detail}`;
}

/** A form's value that does not fit. */
export const fieldError = (field: string, code: string): GatewayError =>
  new GatewayError('request.invalid', {}, { fields: [{ field, code }] });

/** Whatever was thrown, as an error of the catalogue. */
export const toGatewayError = (error: unknown): GatewayError =>
  error instanceof GatewayError ? error : new GatewayError('gateway.internal', {}, { cause: error });
