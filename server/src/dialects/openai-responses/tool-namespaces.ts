import type { NamespacedTool, Tool } from '../neutral/conversation.ts';

/** Where tools stand that a model knows without a namespace. */
const DEFAULT_NAMESPACE = 'functions';

/** Name of a tool where there are no namespaces; as MCP's clients join them. */
export const joinedName = (namespace: string, ownName: string): string =>
  namespace === '' || namespace === DEFAULT_NAMESPACE ? ownName : `${namespace}__${ownName}`;

/** A later tool takes the place of an earlier one of the same name. */
export function addTool(tools: Tool[], tool: Tool): void {
  const place =
    tool.kind === 'server' ? -1 : tools.findIndex((one) => one.kind !== 'server' && one.name === tool.name);
  if (place === -1) tools.push(tool);
  else tools[place] = tool;
}

/** How a call's item names its tool. */
export function calledTool(
  name: string,
  namespaced: ReadonlyMap<string, NamespacedTool>,
): { name: string; namespace?: string } {
  const tool = namespaced.get(name);
  return tool === undefined ? { name } : { name: tool.ownName, namespace: tool.namespace };
}
