import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { listManufacturingBoms, showManufacturingBom } from '../../model/bom/manufacturing-bom.calls.ts'
import type { ManufacturingBomNodeRow, ManufacturingBomRow, PortRow } from '../../model/bom/manufacturing-bom.record.ts'
import { compareNodes } from '../../model/bom/side-by-side.rules.ts'
import { StepText } from './steps.tsx'
import { SideBySide, VersionCompareDialog } from './version-compare.dialog.tsx'

/** The processes of this manufacturing BoM beside those of another version. */
export function FlowCompareDialog({ bom, onClose }: { bom: ManufacturingBomRow; onClose: () => void }) {
  const { material_id } = bom
  const versions = useCall(listManufacturingBoms, { material_id, page_size: -1, order_by: '-created_time' })
  return (
    <VersionCompareDialog
      title={`${bom.material_code} ${bom.material_name}`}
      version={bom}
      versions={versions.data?.result}
      onClose={onClose}
    >
      {other => <Compared before={other} after={bom} />}
    </VersionCompareDialog>
  )
}

function Compared({ before, after }: { before: ManufacturingBomRow; after: ManufacturingBomRow }) {
  const say = useSay()
  const was = useCall(showManufacturingBom, { id: before.id })
  const is = useCall(showManufacturingBom, { id: after.id })
  return (
    <SideBySide
      load={was.error ? was : is}
      heads={[say(text('顺序', 'Sequence')), before.version, after.version]}
      changes={was.data && is.data && compareNodes(was.data.lines, is.data.lines)}
      keyOf={node => node.ordering_node}
      name={node => node.ordering_node}
      shown={node => <NodeText of={node} />}
    />
  )
}

function NodeText({ of }: { of: ManufacturingBomNodeRow }) {
  const say = useSay()
  return (
    <>
      <StepText of={of} />
      <Ports title={say(text('投入', 'In'))} of={of.inputs} />
      <Ports title={say(text('产出', 'Out'))} of={of.outputs} />
      {of.next_nodes.length === 0 ? null : <div className="qt-secondary">→ {of.next_nodes.join(', ')}</div>}
    </>
  )
}
function Ports({ title, of }: { title: string; of: readonly PortRow[] }) {
  if (of.length === 0) return null
  return (
    <div className="qt-secondary">
      {title}:{' '}
      {of.map(({ material_id, material_code, quantity, unit_name }, index) => (
        <span key={material_id}>
          {index === 0 ? '' : ', '}
          {material_code} <Quantity value={quantity} unit={unit_name} />
        </span>
      ))}
    </div>
  )
}
