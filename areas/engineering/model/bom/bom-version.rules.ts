import { generalErrors } from '@qitao/core/general.errors.ts'
import { type RefusalData, refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import { engineeringErrors } from '../engineering.errors.ts'
import type { Validity } from './bom.rules.ts'
import { type BomVersionStatus, bomVersionStatus } from './bom-version.status.ts'

export function checkAlterable(status: BomVersionStatus): void {
  if (bomVersionStatus.can('alter', status)) return
  if (status === bomVersionStatus.codes.released) refuse(engineeringErrors.bomReleased)
  refuse(generalErrors.statusNotAllowed, { detail: bomVersionStatus.whyNot('alter', status) })
}
export function checkDroppable(status: BomVersionStatus): void {
  if (!bomVersionStatus.can('drop', status)) refuse(engineeringErrors.bomReleased)
}
export function checkMove(
  action: 'release' | 'cancel' | 'make_default' | 'substitute',
  status: BomVersionStatus,
): void {
  if (!bomVersionStatus.can(action, status)) {
    refuse(generalErrors.statusNotAllowed, { detail: bomVersionStatus.whyNot(action, status) })
  }
}

/** Ends after its first day, and not before today. */
export function checkDays({ valid_from, expiry_time }: Validity, now: Instant, place: RefusalData = {}): void {
  if (expiry_time === null) return
  const at = { ...place, field: 'expiry_time', field_title: text('失效日期', 'Valid before') }
  if (expiry_time <= now) {
    refuse(generalErrors.badParameter, { ...at, detail: text('失效日期必须晚于今天', 'It must be after today') })
  }
  expectAfter({ valid_from, expiry_time }, at)
}
export function expectAfter({ valid_from, expiry_time }: Validity, place: RefusalData): void {
  if (valid_from === null || expiry_time === null || expiry_time > valid_from) return
  refuse(generalErrors.badParameter, {
    ...place,
    detail: text('失效日期必须晚于生效日期', 'It must be after the day from which it is valid'),
  })
}
