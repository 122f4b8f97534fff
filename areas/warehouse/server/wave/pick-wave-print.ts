import { generalErrors } from '@qitao/core/general.errors.ts'
import { formatQuantity } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { type Language, say, text } from '@qitao/core/text.ts'
import { dayOf } from '@qitao/core/time.ts'
import { among, rows } from '@qitao/platform/server/database/database.ts'
import { pdfFile } from '@qitao/platform/server/files/file-kinds.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { printSheets } from '@qitao/platform/server/pdf/print.ts'
import type { Sheet } from '@qitao/platform/server/pdf/sheets.ts'
import { sql } from 'kysely'
import { pickWaveCalls } from '../../model/wave/pick-wave.calls.ts'
import { type PickWaveRow, pickWave } from '../../model/wave/pick-wave.record.ts'
import { noWalk, type Walk, walksOf } from './pick-walk.ts'
import { wavesOf } from './pick-wave.queries.ts'

const title = text('拣货单', 'Pick list')

export const printWaves: Handler = handle(pickWaveCalls.print, async ({ ids }, { tx, org_id, member, language }) => {
  const heads = new Map((await wavesOf(tx, org_id, ids)).map(head => [head.id, head]))
  const walks = await walksOf(tx, org_id, among(sql`x.wave_id`, ids))
  const [org] = await rows(tx, sql<{ name: string }>`select name from org where id = ${org_id}`)
  const sheets = ids.map(id =>
    sheetOf(heads.get(id) ?? refuse(generalErrors.recordNotFound), walks.get(id) ?? noWalk, {
      company: org!.name,
      zone: member.time_zone,
      language,
    }),
  )
  return pdfFile(say(title, language), await printSheets({ title: say(title, language), sheets }))
})

function sheetOf(
  wave: PickWaveRow,
  { stops, short }: Walk,
  { company, zone, language }: { company: string; zone: string; language: Language },
): Sheet {
  const words = (zh: string, en: string) => say(text(zh, en), language)
  const of = (name: keyof typeof pickWave.fields) => say(pickWave.fields[name].title, language)
  return {
    ...{ title: say(title, language), company, no: wave.no },
    facts: [
      [of('created_time'), dayOf(wave.created_time, zone)],
      [of('operator_id'), wave.operator_name ?? ''],
      [of('receipt_count'), String(wave.receipt_count)],
      [of('remark'), wave.remark ?? ''],
    ],
    tables: [
      {
        title: words('按路线', 'By route'),
        columns: [
          { title: '#', share: 0.8, end: true },
          { title: words('库位', 'Bin'), share: 2.2 },
          { title: words('物料', 'Material'), share: 5 },
          { title: words('批号', 'Lot'), share: 2.2 },
          { title: words('容器', 'Container'), share: 1.8 },
          { title: words('数量', 'Quantity'), share: 1.6, end: true },
          { title: words('单位', 'Unit'), share: 1.1 },
          { title: words('出库单 × 数量', 'For'), share: 4.4 },
          { title: words('实拣', 'Picked'), share: 1.4 },
        ],
        rows: stops.map((stop, index) => [
          ...[String(index + 1), stop.location_code, `${stop.material_code} ${stop.material_name}`],
          ...[stop.lot_number ?? '', stop.container_code ?? '', formatQuantity(stop.quantity), stop.unit_name],
          stop.parts.map(part => `${part.source_no ?? part.receipt_no} × ${formatQuantity(part.quantity)}`).join('; '),
          '',
        ]),
      },
      ...(short.length === 0
        ? []
        : [
            {
              title: words('缺料', 'Short'),
              columns: [
                { title: words('物料', 'Material'), share: 6 },
                { title: words('缺少', 'Missing'), share: 2, end: true },
                { title: words('单位', 'Unit'), share: 1.2 },
                { title: words('盘点中的库位', 'Bins that are counted'), share: 4 },
              ],
              rows: short.map(one => [
                ...[`${one.material_code} ${one.material_name}`, formatQuantity(one.quantity), one.unit_name],
                one.frozen_bins.join(', '),
              ]),
            },
          ]),
    ],
    signatures: [words('拣货', 'Picked by'), words('复核', 'Checked by')],
  }
}
