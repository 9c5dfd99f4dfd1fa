import type { Conversation, Tool } from './conversation.ts';
import type { ConversionReport } from './conversion-report.ts';

/** Targets have no common way to name tools that are known but may not be called now: those are left out. */
export function leaveOutOtherTools(talk: Conversation, report: ConversionReport): void {
  const { allowedTools, tools } = talk;
  if (allowedTools.length === 0) return;
  const allowed = new Set(allowedTools);
  const kept = tools.filter((tool) => allowed.has(nameOf(tool)));
  if (kept.length === tools.length) return;
  if (kept.length === 0) {
    report.note('dropped', 'tool_choice.allowed_tools', 'none of them is there');
    return;
  }
  talk.tools = kept;
  report.note('approximated', 'tool_choice.allowed_tools', 'the other tools are left out');
}

const nameOf = (tool: Tool): string => (tool.kind === 'server' ? tool.type : tool.name);
