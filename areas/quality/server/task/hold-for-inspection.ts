import type { Quantity } from '@qitao/core/quantity.ts'
import { hourSeconds, type Instant } from '@qitao/core/time.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { takeSerials } from '@qitao/platform/server/database/serial.ts'
import { insertRows } from '@qitao/platform/server/database/write-rows.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import { qcType } from '../../model/qc-type.status.ts'
import { samplingOfLot } from '../../model/scheme/scheme.rules.ts'
import { taskResult, taskStatus } from '../../model/task/task.status.ts'
import { planLots } from '../scheme/scheme.queries.ts'

/** Goods that a receipt is about to put into stock as good. */
export interface Received {
  readonly material_id: string
  readonly quantity: Quantity
  /** Null: pieces in work, which the ledger does not know. */
  readonly location_id: string | null
  readonly lot_number: string
  /** Of its pieces, where whoever judges them is to say which of them failed. */
  readonly serial_numbers?: readonly string[]
  /** Of what brought it, where that is not the same for all. */
  readonly source_id?: string
}
/** How the ledger is to take them. */
export interface Held {
  readonly quality_status: number
  /** Absent: they are good at once. */
  readonly release_time?: Instant
}
/** Without a plan that says otherwise. */
export const usualHours = 24

/**
 * What of these goods is to be inspected is held, and a task is made for each; the rest is good at once. A lot that its plan passes
 * without inspection is written down, since the next one counts it.
 */
export async function holdForInspection(
  { tx, org_id, now, member }: Pick<Context, 'tx' | 'org_id' | 'now' | 'member'>,
  of: keyof typeof qcType.codes,
  source: {
    readonly id: string
    readonly no: string
    readonly supplier_id: string | null
    /** They were refused before and have been worked on again: whatever plans say. */
    readonly always?: boolean | undefined
  },
  received: readonly Received[],
): Promise<Held[]> {
  const qc_type = qcType.codes[of]
  const { supplier_id } = source
  const planned = await planLots(
    tx,
    org_id,
    qc_type,
    received.map(({ material_id, quantity }) => ({ material_id, quantity, supplier_id })),
  )
  const asked = received.flatMap((lot, index) => {
    const { schemes, sampling } = planned[index]!
    if (source.always) {
      const drawn = sampling ?? samplingOfLot(null, lot.quantity, [])
      return [{ lot, index, scheme: schemes[0], sampling: { ...drawn, skipped: false } }]
    }
    return sampling ? [{ lot, index, scheme: schemes[0], sampling }] : []
  })
  const good = { quality_status: qualityStatus.codes.finished }
  if (asked.length === 0) return received.map(() => good)
  const nos = await takeSerials(tx, 'ZJ', asked.length, now, member.time_zone)
  const held: Held[] = received.map(() => good)
  const tasks = asked.map(({ lot, index, scheme, sampling: { skipped, ...plan } }, position) => {
    const due_time = now + (scheme?.release_hours ?? usualHours) * hourSeconds
    if (!skipped) held[index] = { quality_status: qualityStatus.codes.to_inspect, release_time: due_time }
    return {
      ...{ id: newId(), no: nos[position]!, qc_type, source_id: source.id, source_no: source.no, ...lot, supplier_id },
      serial_numbers: [...(lot.serial_numbers ?? [])],
      ...{ scheme_id: scheme?.id ?? null, ...plan, due_time },
      ...(skipped
        ? { status: taskStatus.codes.done, result: taskResult.codes.skipped, judged_time: now, accepted: true }
        : { status: taskStatus.codes.pending, result: null, judged_time: null, accepted: null }),
      ...{ passed_quantity: '0', concession_quantity: '0', failed_quantity: '0', disposed_quantity: '0' },
    }
  })
  await insertRows(tx, 'qc_task', tasks)
  return held
}
