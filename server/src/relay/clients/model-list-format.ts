export interface ListedModel {
  id: string;
  /** Vendor of the model; empty if unknown. */
  owner: string;
}

/** Format of a model list in a vendor's API. */
export interface ModelListFormat {
  /**
   * @param models in the order of their names
   * @param query of the request, without its question mark
   */
  list(models: readonly ListedModel[], query: string): object;
  one(model: ListedModel): object;
}
