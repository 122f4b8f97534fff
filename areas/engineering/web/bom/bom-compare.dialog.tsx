import { convert, isPositive } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { listMaterialBoms, showMaterialBom } from '../../model/bom/material-bom.calls.ts'
import type { MaterialBomRow, SubstituteRow } from '../../model/bom/material-bom.record.ts'
import { compareLines } from '../../model/bom/material-bom.rules.ts'
import { useDays } from './days.ts'
import { percentOf } from './percent.ts'
import { SideBySide, VersionCompareDialog } from './version-compare.dialog.tsx'
import '../engineering.css'

interface Line {
  material_id: string
  material_code: string
  material_name: string
  unit_name: string
  quantity: string
  scrap_rate: string
  valid_from: number | null
  expiry_time: number | null
  substitutes: SubstituteRow[]
}
/** What is different between this version and another one of the same product. */
export function CompareDialog({ bom, onClose }: { bom: MaterialBomRow; onClose: () => void }) {
  const versions = useCall(listMaterialBoms, { material_id: bom.material_id, page_size: -1, order_by: '-created_time' })
  return (
    <VersionCompareDialog
      title={`${bom.material_code} ${bom.material_name}`}
      version={bom}
      versions={versions.data?.result as MaterialBomRow[] | undefined}
      onClose={onClose}
    >
      {other => <Compared before={other} after={bom} />}
    </VersionCompareDialog>
  )
}

function Compared({ before, after }: { before: MaterialBomRow; after: MaterialBomRow }) {
  const say = useSay()
  const was = useCall(showMaterialBom, { id: before.id })
  const is = useCall(showMaterialBom, { id: after.id })
  return (
    <SideBySide
      load={was.error ? was : is}
      heads={[say(text('物料', 'Material')), before.version, after.version]}
      changes={was.data && is.data && compareLines(was.data.lines as Line[], is.data.lines as Line[])}
      keyOf={line => line.material_id}
      name={line => `${line.material_code} ${line.material_name}`}
      shown={line => <LineText of={line} />}
    />
  )
}

function LineText({ of }: { of: Line }) {
  const say = useSay()
  const daysOf = useDays()
  const substitutes = of.substitutes
    .map(one => [`${one.material_code} ×${convert(one.ratio, '1', '1')}`, daysOf(one)].filter(Boolean).join(' '))
    .join(', ')
  return (
    <>
      <Quantity value={of.quantity} unit={of.unit_name} />
      {isPositive(of.scrap_rate) ? ` · ${say(text('损耗', 'scrap'))} ${percentOf(of.scrap_rate)}%` : ''}
      {daysOf(of) ? ` · ${daysOf(of)}` : ''}
      {substitutes ? ` · ${say(text('替代', 'substitutes'))} ${substitutes}` : ''}
    </>
  )
}
