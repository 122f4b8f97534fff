import type { Quantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { ask } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useWithheld } from '@qitao/platform/web/session/rights.ts'
import { toast } from '@qitao/platform/web/show/toast.ts'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { pickWaveCalls } from '../model/wave/pick-wave.calls.ts'
import { spreadPicks } from '../model/wave/spread-picks.ts'

interface Line {
  readonly line_id?: string
  readonly material_id: string
  readonly quantity: Quantity | null
  readonly location_id: string | null
  readonly location_name: string
  readonly lot_number: string | null
  readonly serial_numbers: string | null
}
/** Fills in where goods are taken from by the rule of the ledger, so that one knows before one walks; several bins become several lines. */
export function ProposePicks({ of }: { of: { readonly receipt_id: string } | { readonly mo_id: string } }) {
  const say = useSay()
  const withheld = useWithheld()(pickWaveCalls.walk)
  const form = Form.useFormInstance<{ lines: Line[] }>()
  const [asks, setAsks] = useState(false)
  const fill = async () => {
    const { stops } = await ask(pickWaveCalls.walk, of)
    const all = form.getFieldValue('lines') as Line[]
    form.setFieldValue(
      'lines',
      spreadPicks(all, stops, (line, place, quantity) => ({
        ...{ ...line, quantity, location_id: place.location_id, location_name: place.location_code },
        lot_number: line.lot_number ?? place.lot_number,
      })),
    )
    if (stops.length === 0) toast.warning(text('没有可领的库存', 'There is no stock to pick'))
  }
  return (
    <Button
      loading={asks}
      disabled={withheld !== undefined}
      onClick={() => {
        setAsks(true)
        void fill()
          .catch(toast.failure)
          .finally(() => setAsks(false))
      }}
    >
      {say(text('建议库位', 'Propose bins'))}
    </Button>
  )
}
