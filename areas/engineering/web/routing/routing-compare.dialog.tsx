import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { compareSteps } from '../../model/bom/side-by-side.rules.ts'
import { listRoutings, showRouting } from '../../model/routing/routing.calls.ts'
import type { RoutingRow } from '../../model/routing/routing.record.ts'
import { StepText } from '../bom/steps.tsx'
import { SideBySide, VersionCompareDialog } from '../bom/version-compare.dialog.tsx'

/** The steps of this routing beside those of another version, or of another one of the same product. */
export function RoutingCompareDialog({ routing, onClose }: { routing: RoutingRow; onClose: () => void }) {
  const { code, name, material_id } = routing
  const versions = useCall(listRoutings, {
    ...(material_id === null ? { keyword: code } : { material_id }),
    ...{ page_size: -1, order_by: '-created_time' },
  })
  const others = versions.data?.result.filter(one => material_id !== null || one.code === code)
  return (
    <VersionCompareDialog title={`${code} ${name}`} version={routing} versions={others} onClose={onClose}>
      {other => <Compared before={other} after={routing} />}
    </VersionCompareDialog>
  )
}

function Compared({ before, after }: { before: RoutingRow; after: RoutingRow }) {
  const say = useSay()
  const was = useCall(showRouting, { id: before.id })
  const is = useCall(showRouting, { id: after.id })
  return (
    <SideBySide
      load={was.error ? was : is}
      heads={[say(text('顺序', 'Sequence')), before.version, after.version]}
      changes={was.data && is.data && compareSteps(was.data.lines, is.data.lines)}
      keyOf={step => step.sequence}
      name={step => step.sequence}
      shown={step => <StepText of={step} />}
    />
  )
}
