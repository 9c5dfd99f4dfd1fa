export interface ListedModel {
  id: string;
  /** Vendor of the model; empty where it is not known. */
  owner: string;
}

/** How a vendor's API shows models. */
export interface ModelListFormat {
  /**
   * @param models in the order of their names
   * @param query of the request, without its question mark
   */
  list(models: readonly ListedModel[], query: string): object;
  one(model: ListedModel): object;
}
