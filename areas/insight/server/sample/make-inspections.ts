import { add, fromSteps, subtract } from '@qitao/core/quantity.ts'
import { hourSeconds, type Instant } from '@qitao/core/time.ts'
import { type QcTypeCode, qcType } from '@qitao/quality/model/qc-type.status.ts'
import { methodCalls } from '@qitao/quality/model/scheme/method.calls.ts'
import { defectClass, itemKind } from '@qitao/quality/model/scheme/method.record.ts'
import { schemeCalls } from '@qitao/quality/model/scheme/scheme.calls.ts'
import { sampling } from '@qitao/quality/model/scheme/scheme.status.ts'
import { passFail } from '@qitao/quality/model/task/task.rules.ts'
import { enterPastInspections } from '@qitao/quality/server'
import type { PastReceipt } from '@qitao/warehouse/server'
import { chance } from '../../model/sample/chance.ts'
import type { Factory, Inspection } from '../../model/sample/factory.ts'
import type { Clerk } from '../clerk.ts'
import type { BookedPast, Made } from './booked-past.ts'

/** A plan in force, with its items as they were made. */
interface MadeInspection {
  readonly inspection: Inspection
  readonly scheme_id: string
  readonly item_ids: readonly string[]
}

const typeOf = ({ of }: Inspection): QcTypeCode =>
  'incoming' in of ? qcType.codes.incoming : 'process' in of ? qcType.codes.in_process : qcType.codes.final

/** Methods, and released plans of inspection by them. */
export async function makeInspections(
  clerk: Clerk,
  { past }: Factory,
  { types, plant }: Made,
): Promise<MadeInspection[]> {
  const made: MadeInspection[] = []
  for (const inspection of past.inspections) {
    const { code, name, of, sample_size, items } = inspection
    const { id: method_id } = await clerk.run(methodCalls.add, {
      ...{ code, name: clerk.say(name) },
      lines: items.map(([item, measured]) => ({
        ...{ name: clerk.say(item), defect_class: defectClass.codes.major },
        ...(measured
          ? {
              ...{ kind: itemKind.codes.number, unit: measured[2] },
              ...{
                lower_limit: subtract(String(measured[0]), String(measured[1])),
                upper_limit: add(String(measured[0]), String(measured[1])),
              },
            }
          : { kind: itemKind.codes.pass_fail }),
      })),
    })
    const { lines } = await clerk.run(methodCalls.detail, { id: method_id })
    const scope =
      'process' in of
        ? { process_id: plant.processes.of(of.process) }
        : { type_id: types.of('incoming' in of ? of.incoming : of.final) }
    const { id: scheme_id } = await clerk.run(schemeCalls.add, {
      ...{ code, name: clerk.say(name), qc_type: typeOf(inspection), method_id, ...scope },
      ...('process' in of ? { every_pieces } : {}),
      ...{ sampling: sampling.codes.fixed, sample_size },
    })
    made.push({ inspection, scheme_id, item_ids: lines.map(({ id }) => id) })
  }
  await clerk.run(schemeCalls.release, { ids: made.map(({ scheme_id }) => scheme_id) })
  return made
}

/** Of a step: at least once in so many. */
const every_pieces = 50
const nonconformingShare = 0.04
/** A value well within its limits or, of a piece that does not conform, just outside. */
function measuredValue(measured: Inspection['items'][number][1], bad: boolean, ...words: (string | number)[]): string {
  if (!measured) return bad ? passFail.fail : passFail.pass
  const [nominal, off] = measured
  // The sum of three is more often near the middle than a single one.
  const spread = (chance('a', ...words) + chance('b', ...words) + chance('c', ...words)) / 1.5 - 1
  const decimals = off < 0.1 ? 3 : off < 10 ? 2 : 1
  return fromSteps(Math.round((nominal + off * (bad ? 1.12 : 0.8 * spread)) * 10 ** decimals), decimals)
}

interface Booked {
  readonly books: BookedPast
  readonly receipts: readonly PastReceipt[]
  readonly made: Made
  readonly inspections: readonly MadeInspection[]
  readonly no: (prefix: string, at: Instant) => string
}
/** The lots of the past that these plans ask for, judged within hours. */
export async function enterPastChecks(clerk: Clerk, factory: Factory, booked: Booked): Promise<void> {
  const { books, receipts, made, inspections, no } = booked
  const types = new Map(
    [...factory.finished, ...factory.bought].map(([code, , , type]) => [made.materials.of(code), type]),
  )
  const inspector_id = made.people.of(factory.workgroups.at(-1)!.leader)
  const concession = clerk.say({ zh: '偏差不影响使用', en: 'The deviation does not matter in use' })
  const scrapOf = ({ of }: Inspection) =>
    'process' in of ? clerk.say(factory.past.processes[of.process]![1]) : concession
  const lots = inspections.flatMap(({ inspection, scheme_id, item_ids }) => {
    const { of, sample_size, items, code } = inspection
    const found =
      'process' in of
        ? books.mos.flatMap(({ id: mo_id, no: mo_no, material_id, tasks }) =>
            tasks
              .filter(({ task }) => task.process === of.process)
              .map(({ operation_id, process_id, good, task }) => ({
                ...{ material_id, quantity: good, at: task.real[1], source_id: mo_id, source_no: mo_no },
                of: { mo_id, operation_id, process_id },
              })),
          )
        : receipts
            .filter(one => one.direction === 'inbound' && (one.supplier_id !== undefined) === 'incoming' in of)
            .flatMap(({ id, no: receipt_no, at, supplier_id = null, lines }) =>
              lines
                .filter(({ material_id }) => types.get(material_id) === ('incoming' in of ? of.incoming : of.final))
                .map(({ material_id, location_id, quantity }) => ({
                  ...{ material_id, quantity, at: at + hourSeconds, source_id: id, source_no: receipt_no },
                  of: { location_id, supplier_id },
                })),
            )
    return found.map((lot, index) => {
      const sample = Math.min(sample_size, Math.ceil(Number(lot.quantity)))
      const nonconforming = chance('nonconforming', code, index) < nonconformingShare ? 1 : 0
      return {
        ...{ ...lot, scheme_id, qc_type: typeOf(inspection), no: no('ZJ', lot.at), sample_size: sample },
        ...{ nonconforming, inspector_id, concession, scrap: scrapOf(inspection) },
        results: items.flatMap(([, measured], item) =>
          Array.from({ length: sample }, (_, piece) => ({
            ...{ item_id: item_ids[item]!, sample_no: piece + 1 },
            value: measuredValue(measured, nonconforming === 1 && item === 0 && piece === 0, code, index, item, piece),
          })),
        ),
      }
    })
  })
  await enterPastInspections(clerk.tx, lots)
}
