import { text } from '@qitao/core/text.ts'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { bomVersionStatus } from '../../model/bom/bom-version.status.ts'
import type { MaterialBomRow } from '../../model/bom/material-bom.record.ts'
import '../engineering.css'

/** Status, whether it is the product's default, and whether it has expired. */
export function Status({
  of,
}: {
  of: Pick<MaterialBomRow, 'status' | 'is_default'> & { expiry_time?: number | null }
}) {
  const expired = typeof of.expiry_time === 'number' && of.expiry_time * 1000 <= Date.now()
  return (
    <span className="qt-tags">
      <StatusTag of={bomVersionStatus.stateOf(of.status)} />
      {of.is_default ? <StatusTag of={{ ...text('默认', 'Default'), colour: 'info' }} /> : null}
      {expired ? <StatusTag of={{ ...text('已失效', 'Expired'), colour: 'warning' }} /> : null}
    </span>
  )
}
