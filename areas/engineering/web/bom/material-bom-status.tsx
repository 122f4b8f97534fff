import { text } from '@qitao/core/text.ts'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { bomVersionStatus } from '../../model/bom/bom-version.status.ts'
import type { MaterialBomRow, SubstituteRow } from '../../model/bom/material-bom.record.ts'
import '../engineering.css'

/** Status, whether it is the product's default and from when, and whether it has expired. */
export function Status({ of }: { of: Pick<MaterialBomRow, 'status' | 'is_default' | 'valid_from' | 'expiry_time'> }) {
  const { dayOf } = useOrgDate()
  const expired = of.expiry_time !== null && of.expiry_time * 1000 <= Date.now()
  const begins = of.is_default && of.valid_from !== null && of.valid_from * 1000 > Date.now() ? of.valid_from : null
  return (
    <span className="qt-tags">
      <StatusTag of={bomVersionStatus.stateOf(of.status)} />
      {of.is_default ? <StatusTag of={{ ...text('默认', 'Default'), colour: 'info' }} /> : null}
      {begins === null ? null : (
        <StatusTag of={{ ...text(`${dayOf(begins)}起`, `From ${dayOf(begins)}`), colour: 'neutral' }} />
      )}
      {expired ? <StatusTag of={{ ...text('已失效', 'Expired'), colour: 'warning' }} /> : null}
    </span>
  )
}

const substituteStates = {
  approved: { ...text('已批准', 'Approved'), colour: 'success' },
  proposed: { ...text('待批准', 'To approve'), colour: 'warning' },
  expired: { ...text('已失效', 'Expired'), colour: 'warning' },
} as const
/** Whether a substitute of a released version is used. */
export function SubstituteStatus({ of }: { of: Pick<SubstituteRow, 'approved' | 'expiry_time'> }) {
  const expired = of.expiry_time !== null && of.expiry_time * 1000 <= Date.now()
  const state = expired ? 'expired' : of.approved ? 'approved' : 'proposed'
  return <StatusTag of={substituteStates[state]} />
}
