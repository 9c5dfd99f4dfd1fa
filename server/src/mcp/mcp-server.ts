import type { IncomingMessage, ServerResponse } from '../platform/net/http-messages.ts';
import { type AskApi, mcpTools } from './mcp-tools.ts';

/** Longer results fill the context of a model. */
const MAX_RESULT_CHARACTERS = 100_000;

/** A refusal of the management API, for the model to read. */
export class McpRefusal extends Error {
  override readonly name = 'McpRefusal';
}

interface ServedRequest {
  request: IncomingMessage;
  response: ServerResponse;
  body: unknown;
  /** Shown to the client. */
  siteName: string;
  version: string;
  /** The site has a search engine. */
  hasSearch: boolean;
  nowSeconds: number;
  ask: AskApi;
}

/** Answers one message of the Model Context Protocol. No state is kept between messages. */
export async function serveMcp(served: ServedRequest): Promise<void> {
  // Loaded with the first message.
  const [{ McpServer }, { StreamableHTTPServerTransport }] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/mcp.js'),
    import('@modelcontextprotocol/sdk/server/streamableHttp.js'),
  ]);
  const { request, response, body, siteName, version, hasSearch, nowSeconds, ask } = served;
  const server = new McpServer({ name: siteName, version });
  for (const tool of mcpTools) {
    const { name, title, description, input, isReadOnly, isDestructive = false, run } = tool;
    if (tool.needsSearch && !hasSearch) continue;
    const annotations = { title, readOnlyHint: isReadOnly, destructiveHint: isDestructive };
    server.registerTool(name, { title, description, inputSchema: input, annotations }, async (given) => {
      try {
        return { content: [{ type: 'text', text: textOf(await run(ask, given, nowSeconds)) }] };
      } catch (error) {
        if (!(error instanceof McpRefusal)) throw error;
        return { content: [{ type: 'text', text: error.message }], isError: true };
      }
    });
  }
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.once('close', () => void server.close());
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  await transport.handleRequest(request, response, body);
}

function textOf(result: unknown): string {
  const text = JSON.stringify(result ?? null);
  if (text.length <= MAX_RESULT_CHARACTERS) return text;
  return `${text.slice(0, MAX_RESULT_CHARACTERS)}… (cut: ask for less, such as by a search or a smaller page)`;
}
