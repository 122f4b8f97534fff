import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import { text } from '@qitao/core/text.ts'
import { mouldKind } from './mould.record.ts'

/** A mould or tool as rules and planning read it. */
export interface Mould {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly kind: CodeOf<typeof mouldKind>
  readonly process_id: string
  /** Empty: any product. */
  readonly material_ids: readonly string[]
  /** Empty: any machine that does the process. */
  readonly device_ids: readonly string[]
  readonly quantity: number
  readonly status: CodeOf<typeof enabledStatus>
}

/**
 * What a process needs for a product: its mould, the product's own before one for all products, and all of its tools. What is
 * disabled is needed all the same; it is missing then.
 */
export function mouldsFor(moulds: readonly Mould[], process_id: string, material_id: string): Mould[] {
  const fitting = moulds.filter(
    one => one.process_id === process_id && (one.material_ids.length === 0 || one.material_ids.includes(material_id)),
  )
  const isMould = ({ kind }: Mould) => kind === mouldKind.codes.mould
  const mould = fitting.find(one => isMould(one) && one.material_ids.length > 0) ?? fitting.find(isMould)
  return [...(mould ? [mould] : []), ...fitting.filter(one => !isMould(one))]
}

/** How many tasks can have it at a time. */
export const usable = ({ quantity, status }: Mould): number => (status === enabledStatus.codes.enabled ? quantity : 0)

type Given = Omit<Mould, 'id' | 'code' | 'name'>
/**
 * A machine that it fits must do its process, and a product has one mould at a process: the plan could not know which to take.
 * `able`: machines that do the process; `others`: what else there is for it.
 */
export function checkMould(given: Given, able: ReadonlySet<string>, others: readonly Mould[]): void {
  if (given.device_ids.some(id => !able.has(id)))
    refuse(generalErrors.badParameter, {
      field: 'device_ids',
      detail: text(
        '所选设备不做该工序，请先在设备中维护可做工序',
        'A machine chosen does not do the process; add the process to the machine first',
      ),
    })
  if (given.kind !== mouldKind.codes.mould) return
  const other = others.find(
    one =>
      one.kind === mouldKind.codes.mould &&
      one.process_id === given.process_id &&
      (given.material_ids.length === 0
        ? one.material_ids.length === 0
        : one.material_ids.some(id => given.material_ids.includes(id))),
  )
  if (other)
    refuse(generalErrors.badParameter, {
      field: 'material_ids',
      detail: text(
        `该工序的这些产品已用模具 ${other.code}；同款多套请修改它的数量`,
        `Mould ${other.code} is already for these products at this process; where there are several alike, raise its number`,
      ),
    })
}
