import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { type FileVersionStatus, fileVersionStatus } from './file-version.status.ts'

export interface FileVersion {
  readonly id: string
  readonly no: string
  readonly name: string
  readonly version: string
  readonly attachment_id: string
  readonly status: FileVersionStatus
  readonly deleted_time: number | null
}
type Move = 'alter' | 'release' | 'withdraw' | 'drop'

export function expectMove({ status, deleted_time }: FileVersion, move: Move): void {
  if (deleted_time !== null) refuse(generalErrors.recordNotFound)
  const detail = fileVersionStatus.whyNot(move, status)
  if (detail) refuse(generalErrors.statusNotAllowed, { detail })
}
export function expectDeleted({ deleted_time }: FileVersion): void {
  if (deleted_time === null) refuse(generalErrors.recordNotFound)
}

/** What people read from a released version never changes under them: number, version, name and file stay. */
export function expectAlterable(
  stored: FileVersion,
  wanted: { no: string; name: string; version: string; attachment_id: string },
): void {
  expectMove(stored, 'alter')
  if (fileVersionStatus.can('replace', stored.status)) return
  const changed = (['no', 'name', 'version', 'attachment_id'] as const).some(name => stored[name] !== wanted[name])
  if (!changed) return
  refuse(generalErrors.statusNotAllowed, {
    detail: text(
      '已发布版本的编号、名称、版本和文件不能修改，请新增版本',
      'Number, name, version and file of a released version stay; add a version',
    ),
  })
}

/** Two versions of one number cannot both become the valid one. */
export function expectOneOfEach(): (version: FileVersion) => void {
  const seen = new Set<string>()
  return ({ no }) => {
    if (seen.has(no)) {
      refuse(generalErrors.statusNotAllowed, {
        no,
        detail: text('{no}已有另一版本在本次发布', 'Another version of {no} is being released'),
      })
    }
    seen.add(no)
  }
}
