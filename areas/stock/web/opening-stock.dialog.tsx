import type { DraftOf } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { GoodsLines } from '@qitao/masterdata/web'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { stockLine } from '../model/inventory.record.ts'
import { judgedQuality } from '../model/quality.status.ts'
import { addOpeningStock, countStock, listStock, listStockMovements, showStock } from '../model/stock.calls.ts'
import { withPicked } from './picked.ts'

type Line = DraftOf<typeof stockLine> & { readonly material_name?: string; readonly unit_name?: string }
interface OpeningForm {
  lines: Line[]
}
const blank = (): Line => ({
  ...{ material_id: null, location_id: null, lot_number: null, quality_status: judgedQuality.codes.finished },
  ...{ quantity: null, expire_time: null, supplier_id: null },
})
const lineWire = (line: Line) => {
  const { material_id, location_id, lot_number, quality_status, quantity, expire_time, supplier_id } = line
  return { material_id, location_id, lot_number, quality_status, quantity, expire_time, supplier_id }
}
const begin: OpeningForm = { lines: [blank()] }

/** Stock that was there before; rows can be pasted from Excel. */
export function OpeningStockDialog({ onClose }: { onClose: () => void }) {
  const add = useCommand(addOpeningStock, { refreshes: [listStock, countStock, showStock, listStockMovements] })
  return (
    <DialogForm<OpeningForm>
      open
      wide
      title={text('期初库存', 'Opening stock')}
      values={begin}
      save={saveWith(add, ({ lines }: OpeningForm) => ({ lines: lines.map(lineWire) }), text('入账', 'Post'))}
      onClose={onClose}
    >
      <GoodsLines<Line>
        name="lines"
        of={stockLine}
        blank={blank}
        columns={[
          { name: 'material_id', width: 180 },
          { name: 'location_id', width: 116 },
          { name: 'lot_number', width: 90 },
          { name: 'quantity', width: 80 },
          {
            name: 'unit_name',
            title: text('单位', 'Unit'),
            readOnly: true,
            width: 48,
            show: line => line.unit_name ?? '',
          },
          { name: 'quality_status', width: 120 },
          { name: 'expire_time', width: 140 },
          { name: 'supplier_id', width: 120 },
        ]}
        change={withPicked}
      />
    </DialogForm>
  )
}
