import type { NamespacedTool, Tool } from '../neutral/conversation.ts';

/** Where tools stand that a model knows without a namespace. */
const DEFAULT_NAMESPACE = 'functions';

/** Name of a tool where there are no namespaces; as MCP's clients join them. */
export const joinedName = (namespace: string, ownName: string): string =>
  namespace === '' || namespace === DEFAULT_NAMESPACE ? ownName : `${namespace}__${ownName}`;

/** Tools in the order in which they came; a later one takes the place of an earlier one of the same name. */
export class NamedTools {
  readonly list: Tool[] = [];
  readonly #places = new Map<string, number>();

  add(tool: Tool): void {
    const place = tool.kind === 'server' ? undefined : this.#places.get(tool.name);
    if (place !== undefined) this.list[place] = tool;
    else {
      if (tool.kind !== 'server') this.#places.set(tool.name, this.list.length);
      this.list.push(tool);
    }
  }
}

/** How a call's item names its tool. */
export function calledTool(
  name: string,
  namespaced: ReadonlyMap<string, NamespacedTool>,
): { name: string; namespace?: string } {
  const tool = namespaced.get(name);
  return tool === undefined ? { name } : { name: tool.ownName, namespace: tool.namespace };
}
