import { ExclamationCircleFilled } from '@ant-design/icons'
import type { StatusColour } from '@qitao/core/status.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { materialStatus, pickingStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import type { WorkshopTaskRow } from '../../model/workshop/workshop.calls.ts'
import { latenessOf, type Readiness, readinessOf } from '../../model/workshop/workshop.rules.ts'

export const readinessWords: Readonly<Record<Readiness, Text & { colour: StatusColour }>> = {
  done: { ...text('已完成', 'Done'), colour: 'success' },
  running: { ...text('进行中', 'Running'), colour: 'processing' },
  paused: { ...text('已暂停', 'Paused'), colour: 'warning' },
  ready: { ...text('可开工', 'Ready'), colour: 'info' },
  waits_for_step: { ...text('等前道工序', 'Waits for the step before'), colour: 'neutral' },
  waits_for_material: { ...text('等物料', 'Waits for material'), colour: 'warning' },
}
export const ReadinessWord = ({ of }: { of: WorkshopTaskRow }) => <StatusTag of={readinessWords[readinessOf(of)]} />

export function Lateness({ of, now }: { of: WorkshopTaskRow; now: number }) {
  const say = useSay()
  const lateness = latenessOf(of, now)
  if (!lateness) return null
  return (
    <span className="qt-floor-late">
      <ExclamationCircleFilled aria-hidden />{' '}
      {say(lateness === 'overdue' ? text('已超时', 'Overdue') : text('应已开工', 'Should have begun'))}
    </span>
  )
}

/** What is picked, or what kitting said. */
export function Kit({ of: { material_status, picking_status } }: { of: WorkshopTaskRow }) {
  if (picking_status !== pickingStatus.codes.not_picked) return <StatusTag of={pickingStatus.stateOf(picking_status)} />
  return material_status === null ? (
    <span className="qt-none">—</span>
  ) : (
    <StatusTag of={materialStatus.stateOf(material_status)} />
  )
}
