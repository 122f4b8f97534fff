import { text } from '@qitao/core/text.ts'
import { ask } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { toast } from '@qitao/platform/web/show/toast.ts'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { proposeReplenishment } from '../../model/transfer/transfer.calls.ts'
import type { Line } from './fill-bins.tsx'

/** Adds the lines that fill the pick faces below their minimum; what nothing is left for is said. */
export function FillFaces() {
  const say = useSay()
  const form = Form.useFormInstance()
  const [asks, setAsks] = useState(false)
  const fill = async () => {
    const { from_warehouse_id = null, to_warehouse_id = null } = form.getFieldsValue(true)
    const { lines, unfilled } = await ask(proposeReplenishment, { from_warehouse_id, to_warehouse_id })
    const missing = unfilled.map(one => `${one.location_code} ${one.material_code} × ${one.quantity}`).join('; ')
    if (missing) toast.error(text(`无货可补：${missing}`, `Nothing left for ${missing}`))
    else if (lines.length === 0) toast.success(text('没有低于最小数量的固定库位', 'No fixed bin is below its minimum'))
    if (lines.length === 0) return
    const own = ((form.getFieldValue('lines') ?? []) as Line[]).filter(({ material_id }) => material_id)
    const isKnown = (line: (typeof lines)[number]) =>
      own.some(
        ({ material_id, to_location_id }) => material_id === line.material_id && to_location_id === line.to_location_id,
      )
    const added = lines
      .filter(line => !isKnown(line))
      .map(({ from_location_code, to_location_code, ...line }) => ({
        ...{ ...line, from_location_name: from_location_code, to_location_name: to_location_code },
        material_name: `${line.material_code} ${line.material_name}`,
      }))
    form.setFieldValue('lines', [...own, ...added])
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
      {say(text('补货到固定库位', 'Replenish fixed bins'))}
    </Button>
  )
}
