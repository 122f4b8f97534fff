import type { AnyCall } from '@qitao/core/call.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { type Command, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { type AnyDocument, actionCall } from '../model/document.ts'

/** The commands of a document's actions, and of deleting it, by name. */
export function useDocumentCommands(
  of: AnyDocument,
  refreshes: readonly AnyCall[],
  done?: () => void,
): Readonly<Record<string, Command>> {
  const commands: Record<string, Command> = {}
  const options = { refreshes, success: submittedTo, ...(done ? { done } : {}) }
  // A declaration does not change while the page stands: as many hooks each time, in the same order.
  for (const action of of.bulk) commands[action] = useCommand(actionCall(of, action), options)
  commands.drop = useCommand(of.calls.drop, options)
  return commands
}

/** What somebody submits or takes away is what he has seen; other actions find a document as it is by now. */
export const asSeen = (
  { grave }: Pick<AnyDocument, 'grave'>,
  action: string,
  rows: readonly { readonly id: string; readonly row_version: number }[],
) => ({
  ids: rows.map(({ id }) => id),
  ...(action === 'submit' || action in grave ? { row_versions: rows.map(({ row_version }) => row_version) } : {}),
})

/** What was submitted and waits for an approval says for whom; undefined: it does not wait. */
export function submittedTo(output: unknown): Text | undefined {
  const { no, waits_for = [] } = (output ?? {}) as { no?: string; waits_for?: readonly string[] }
  if (waits_for.length === 0) return undefined
  const of = no === undefined ? '' : `${no} `
  return text(`${of}已提交，等待${waits_for.join('、')}审批`, `${of}submitted; it waits for ${waits_for.join(', ')}`)
}
