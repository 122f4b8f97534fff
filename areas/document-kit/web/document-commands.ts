import type { AnyCall } from '@qitao/core/call.ts'
import { type Command, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { type AnyDocument, actionCall } from '../model/document.ts'

/** The commands of a document's actions, and of deleting it, by name. */
export function useDocumentCommands(
  of: AnyDocument,
  refreshes: readonly AnyCall[],
  done?: () => void,
): Readonly<Record<string, Command>> {
  const commands: Record<string, Command> = {}
  const options = { refreshes, ...(done ? { done } : {}) }
  // A declaration does not change while the page stands: as many hooks each time, in the same order.
  for (const action of of.bulk) commands[action] = useCommand(actionCall(of, action), options)
  commands.drop = useCommand(of.calls.drop, options)
  return commands
}
