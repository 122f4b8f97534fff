import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { engineeringErrors } from '../engineering.errors.ts'
import { type BomVersionStatus, bomVersionStatus } from './bom-version.status.ts'

export function checkAlterable(status: BomVersionStatus): void {
  if (bomVersionStatus.can('alter', status)) return
  if (status === bomVersionStatus.codes.released) refuse(engineeringErrors.bomReleased)
  refuse(generalErrors.statusNotAllowed, { detail: bomVersionStatus.whyNot('alter', status) })
}
export function checkDroppable(status: BomVersionStatus): void {
  if (!bomVersionStatus.can('drop', status)) refuse(engineeringErrors.bomReleased)
}
export function checkMove(action: 'release' | 'cancel' | 'make_default', status: BomVersionStatus): void {
  if (!bomVersionStatus.can(action, status)) {
    refuse(generalErrors.statusNotAllowed, { detail: bomVersionStatus.whyNot(action, status) })
  }
}
