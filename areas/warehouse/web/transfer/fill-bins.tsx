import { isPositive, isQuantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import type { FormLine } from '@qitao/document-kit/web'
import { ask } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { toast } from '@qitao/platform/web/show/toast.ts'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { proposeTransferBins, type transfer } from '../../model/transfer/transfer.calls.ts'

export type Line = FormLine<typeof transfer>

/** Puts into the lines of the form around it what can be proposed: bins and lots where none stand, and what is there now. */
export function FillBins() {
  const say = useSay()
  const form = Form.useFormInstance()
  const [asks, setAsks] = useState(false)
  const fill = async () => {
    const lines = (form.getFieldValue('lines') ?? []) as Line[]
    const known = lines.flatMap(({ material_id, from_location_id = null, lot_number = null, quantity }) =>
      material_id
        ? [{ material_id, from_location_id, lot_number: lot_number || null, quantity: positive(quantity) }]
        : [],
    )
    if (known.length === 0) {
      toast.error(text('请先选择物料', 'Choose materials first'))
      return
    }
    const { from_warehouse_id = null, to_warehouse_id = null } = form.getFieldsValue(true)
    const found = await ask(proposeTransferBins, { from_warehouse_id, to_warehouse_id, lines: known })
    const proposed = [...found.lines]
    form.setFieldValue(
      'lines',
      lines.map(line => {
        const one = line.material_id ? proposed.shift() : undefined
        return one ? filled(line, one) : line
      }),
    )
  }
  return (
    <Button
      loading={asks}
      onClick={() => {
        setAsks(true)
        void fill()
          .catch(toast.failure)
          .finally(() => setAsks(false))
      }}
    >
      {say(text('补全库位和批号', 'Fill in bins and lots'))}
    </Button>
  )
}

const positive = (quantity: unknown): string | null =>
  typeof quantity === 'string' && isQuantity(quantity) && isPositive(quantity) ? quantity : null

type Proposed = Awaited<ReturnType<typeof ask<typeof proposeTransferBins>>>['lines'][number]
/** What a person has chosen stays. */
const filled = (line: Line, { available_quantity, occupied_quantity, lot_number, ...bins }: Proposed): Line => ({
  ...line,
  ...{ available_quantity, occupied_quantity, lot_number: line.lot_number || lot_number },
  ...(!line.from_location_id && bins.from_location_id
    ? { from_location_id: bins.from_location_id, from_location_name: bins.from_location_code }
    : {}),
  ...(!line.to_location_id && bins.to_location_id
    ? { to_location_id: bins.to_location_id, to_location_name: bins.to_location_code }
    : {}),
})
