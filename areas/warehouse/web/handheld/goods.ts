import type { Out } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { send } from '@qitao/platform/web/call/client.ts'
import { type CallFailure, isFailure } from '@qitao/platform/web/call/failures.ts'
import type { QueuedAction } from '@qitao/platform/web/offline/action.ts'
import { device, failureOf, sync } from '@qitao/platform/web/offline/device.ts'
import { keep, readKept } from '@qitao/platform/web/offline/device-store.ts'
import { createStore } from '@qitao/platform/web/store.ts'
import { proposePutAwayCall } from '@qitao/stock/model/put-away.calls.ts'
import { listReceiveLines, listScanBins, listScanWork, type ScanWork } from '../../model/scan/scan-work.calls.ts'
import { pickWaveCalls } from '../../model/wave/pick-wave.calls.ts'
import { byDue, goodsPaths } from './goods-here.ts'

type ToCome = Out<typeof listReceiveLines>
type Walk = Out<typeof pickWaveCalls.walk>
export interface Place {
  readonly location_id: string
  readonly location_code: string
}
export type GoodsWork = Omit<ScanWork, 'kind'> &
  (
    | { readonly kind: 'inbound' | 'purchase_order'; readonly lines: ToCome['lines']; readonly places: Places }
    | { readonly kind: 'wave' | 'outbound'; readonly stops: Walk['stops']; readonly short: Walk['short'] }
  )
/** Where goods go by the rules of the bins, by line. */
type Places = Readonly<Record<string, Place>>
/** What is to be received and picked, as the server had it last. */
interface Goods {
  readonly owner: string
  /** Milliseconds of the device. */
  readonly askedAt: number
  /** Whether the holder may work off documents at all. */
  readonly may: boolean
  readonly works: readonly GoodsWork[]
  readonly bins: readonly { readonly id: string; readonly code: string }[]
}
export const goods = createStore<Goods | undefined>(undefined)
export const goodsOffered = createStore(false)
/** What was refused, or has not left, and is done differently now. */
export const changedGoods = createStore<QueuedAction | undefined>(undefined)

/** What others book is seen this much later at the latest. */
const renewEvery = 5 * 60_000
/** Who opens the page or its tab sees what is there now, unless it was asked just before. */
const justNow = 10_000
/** At this age it is asked for anew. */
let oldAfter = justNow
/** Numbered as its shape: an earlier one is not read. */
const kept = (owner: string): string => `goods:2:${owner}`

export async function readGoods(): Promise<void> {
  const owner = device.get()?.holder?.owner
  if (goods.get()?.owner === owner) return
  show(owner === undefined ? undefined : await readKept<Goods>(kept(owner)))
}
function show(next: Goods | undefined): void {
  goods.set(next)
  goodsOffered.set(next?.may === true)
}

/** Documents with their lines and stops, and the bins; asked for when something of it was answered since, or when it is old. */
export async function loadGoods(): Promise<CallFailure | undefined> {
  const { holder, outbox } = device.get() ?? {}
  if (!holder) return undefined
  await readGoods()
  const before = goods.get()
  const old = oldAfter
  oldAfter = renewEvery
  const answered = outbox?.actions
    .get()
    .some(({ path, answered_at = 0 }) => goodsPaths.includes(path) && answered_at >= (before?.askedAt ?? 0))
  if (before && !answered && Date.now() - before.askedAt < old) return undefined
  const askedAt = Date.now()
  const failure = await failureOf(async () => {
    const { result } = await send(listScanWork, {})
    const works: GoodsWork[] = []
    // One after the other: a floor full of devices must not fill the server's line.
    for (const work of result) {
      const loaded = await loadWork(work)
      if (loaded) works.push(loaded)
    }
    const bins = works.length > 0 ? (await send(listScanBins, {})).result : []
    // Somebody else may have signed in while it was asked.
    if (device.get()?.holder?.owner !== holder.owner) return
    const next = { owner: holder.owner, askedAt, may: true, works: works.sort(byDue), bins }
    show(next)
    await keep(kept(holder.owner), next).catch(() => undefined)
  })
  if (failure) oldAfter = old
  if (!isFailure(failure, generalErrors.noPermission)) return failure
  oldAfter = renewEvery
  show({ owner: holder.owner, askedAt, may: false, works: [], bins: [] })
  return undefined
}
/** The next time the server is there it is asked, however new this is. */
export const outdateGoods = (): void => {
  oldAfter = 0
}
/** The tab is opened. */
export function lookAtGoods(): void {
  if (Date.now() - (goods.get()?.askedAt ?? 0) < justNow) return
  outdateGoods()
  void sync()
}
/** A document that is not on the list, by the number on its paper; undefined: it is not to be received or picked. */
export async function findGoods(no: string): Promise<GoodsWork | undefined> {
  const { result } = await send(listScanWork, { code: no })
  const [work] = result
  const found = work && (await loadWork(work))
  const now = goods.get()
  if (!found || !now || device.get()?.holder?.owner !== now.owner) return undefined
  const next = { ...now, works: [...now.works.filter(({ id }) => id !== found.id), found].sort(byDue) }
  show(next)
  await keep(kept(now.owner), next).catch(() => undefined)
  return found
}
async function loadWork({ kind, ...work }: ScanWork): Promise<GoodsWork | undefined> {
  const { id } = work
  if (kind === 'count') return undefined
  if (kind === 'wave' || kind === 'outbound') {
    const { stops, short } = await send(pickWaveCalls.walk, kind === 'wave' ? { wave_id: id } : { receipt_id: id })
    return { ...work, kind, stops, short }
  }
  const { lines } = await send(listReceiveLines, { kind, id })
  return { ...work, kind, lines, places: await placesOf(lines) }
}
async function placesOf(lines: ToCome['lines']): Promise<Places> {
  if (lines.length === 0) return {}
  const wanted = lines.map(({ material_id, lot_number, open_quantity, quality_status }) => ({
    ...{ material_id, lot_number, quantity: open_quantity, quality_status },
  }))
  const { lines: proposed } = await send(proposePutAwayCall, { lines: wanted })
  return Object.fromEntries(
    lines.flatMap(({ id, location_id, location_code }, index) => {
      const [part] = proposed[index]?.parts.filter(one => one.location_id !== null) ?? []
      const place = location_id
        ? { location_id, location_code: location_code ?? '' }
        : part?.location_id
          ? { location_id: part.location_id, location_code: part.location_code ?? '' }
          : undefined
      return place ? [[id, place]] : []
    }),
  )
}
