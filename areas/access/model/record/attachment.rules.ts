import { generalErrors } from '@qitao/core/general.errors.ts'
import { type AttachmentOwner, knownRecord } from '@qitao/core/known-record.ts'
import { type ErrorDefinition, refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'

/** Largest file, in bytes. */
export const mostFileBytes = 20 * 1024 * 1024
/** Files that wait for a record which is never saved are forgotten after this. Seconds. */
export const waitingSeconds = 86_400

/** Of a record whose area says nothing else. */
const usualMost = 20

/** 5001 for a kind of record that has no files. */
export function attachmentOwner(module: string): AttachmentOwner & { readonly most: number } {
  const owner = knownRecord(module).attachments ?? refuse(generalErrors.badParameter, { field: 'module' })
  return { most: usualMost, ...owner }
}
export const hasAttachments = (module: string): boolean => knownRecord(module).attachments !== undefined
export const mayOpen = (pages: readonly { path: string }[], member: { readonly pages: ReadonlySet<string> }): boolean =>
  pages.some(({ path }) => member.pages.has(path))

/** `tooMany` is the refusal of the record's own area, where it has one. */
export function checkCount(count: number, most: number, tooMany?: ErrorDefinition): void {
  if (count <= most) return
  if (tooMany) refuse(tooMany)
  refuse(generalErrors.badParameter, {
    limit: most,
    detail: text('最多{limit}个附件', 'At most {limit} attachments'),
  })
}
