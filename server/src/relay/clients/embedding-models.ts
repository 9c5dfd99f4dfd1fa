const EMBEDDING_NAME =
  /embed|^text-|(?:davinci|babbage)(?!-002)|bge-|e5-|LLM2Vec|retrieval|uae-|gte-|jina-clip/;

/** Whether a model makes vectors, by its name. Source: docs/reference/compatibility.md, "Channels". */
export const makesVectors = (model: string): boolean => EMBEDDING_NAME.test(model);
