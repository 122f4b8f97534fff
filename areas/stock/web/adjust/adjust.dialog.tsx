import { type Quantity as Amount, add, isEqual, isNegative, negate, subtract } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { serialPolicy } from '@qitao/masterdata/model/material/serial-policy.status.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Facts } from '@qitao/platform/web/show/facts.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { Form, Input, Select } from 'antd'
import { useEffect, useRef } from 'react'
import { adjustReasonCalls } from '../../model/adjust/adjust-reason.calls.ts'
import { adjustStock } from '../../model/adjust/stock-adjustment.calls.ts'
import { stockAdjustment } from '../../model/adjust/stock-adjustment.record.ts'
import { type InventoryRow, inventory, stockLine } from '../../model/inventory.record.ts'
import { serialsIn } from '../../model/piece.record.ts'
import { qualityStatus } from '../../model/quality.status.ts'
import { showStock } from '../../model/stock.calls.ts'
import { adjustAnswers } from './refreshes.ts'

type QualityCode = (typeof qualityStatus.list)[number]['code']
interface AdjustForm {
  material_id: string | null
  location_id: string | null
  lot_number: string | null
  quality_status: QualityCode
  container_id: string | null
  quantity: string | null
  reason: string | null
  serial_numbers: string | null
  remark: string | null
}
const waitsText = (no: string, waits_for: readonly string[]) =>
  waits_for.length === 0
    ? text(`已调整：${no}`, `Adjusted: ${no}`)
    : text(`${no} 等待${waits_for.join('、')}审批`, `${no} waits for ${waits_for.join(', ')}`)

/** What really lies in one place, and why it differs from the books. `of`: the row that is put right; absent: a place that is chosen. */
export function AdjustDialog({ of, onClose }: { of?: InventoryRow | undefined; onClose: () => void }) {
  const say = useSay()
  const adjust = useCommand(adjustStock, {
    refreshes: adjustAnswers,
    success: ({ no, waits_for }) => waitsText(no, waits_for),
  })
  const book = useRef<Amount>('0')
  const values: AdjustForm = {
    material_id: of?.material_id ?? null,
    location_id: of?.location_id ?? null,
    lot_number: of?.lot_number ?? null,
    quality_status:
      qualityStatus.list.find(({ code }) => code === of?.quality_status)?.code ?? qualityStatus.codes.finished,
    container_id: of?.container_id ?? null,
    ...{ quantity: null, reason: null, serial_numbers: null, remark: null },
  }
  return (
    <DialogForm<AdjustForm>
      open
      title={text('调整库存', 'Adjust stock')}
      values={values}
      save={saveWith(
        adjust,
        (typed: AdjustForm) => {
          const given = { ...values, ...typed }
          return { ...given, book_quantity: book.current, serial_numbers: serialsIn(given.serial_numbers) }
        },
        text('确认调整', 'Adjust'),
      )}
      onClose={onClose}
    >
      {of ? (
        <Facts
          of={inventory}
          row={of}
          names={['material_code', 'material_name', 'location_id', 'lot_number', 'quality_status']}
        />
      ) : (
        <>
          <Field of={stockLine} name="material_id" autoFocus />
          <Field of={stockLine} name="location_id" />
          <Field of={stockLine} name="lot_number" />
          <Field of={stockLine} name="quality_status" />
        </>
      )}
      <Compared book={book} />
      <Field of={stockAdjustment} name="reason" input={<ReasonInput />} />
      <Field of={stockAdjustment} name="remark" />
      <p className="qt-secondary">
        {say(
          text(
            '差异立即入账；金额达到审批流的限额时，先由审批人通过。',
            'The difference is posted at once; from the limit of a flow of approval on, an approver agrees first.',
          ),
        )}
      </p>
    </DialogForm>
  )
}

/** What the books say of the place now, what is there, and the difference; the numbers of its pieces where the material has them. */
function Compared({ book: shown }: { book: { current: Amount } }) {
  const say = useSay()
  const form = Form.useFormInstance<AdjustForm>()
  const watched: Partial<AdjustForm> = Form.useWatch((of: AdjustForm) => of, { form, preserve: true }) ?? {}
  const { material_id, location_id, lot_number, quality_status, container_id, quantity } = watched
  const found = useCall(showStock, material_id ? { material_id } : null)
  const here = found.data?.result.find(
    row =>
      row.location_id === location_id &&
      (row.lot_number ?? '') === (lot_number ?? '') &&
      row.quality_status === quality_status &&
      row.container_id === (container_id ?? null),
  )
  const book = add(here?.quantity ?? '0', '0')
  useEffect(() => {
    shown.current = book
  }, [shown, book])
  const known = Boolean(material_id && location_id && found.data)
  const difference = known && quantity ? subtract(quantity, book) : null
  const numbered = found.data !== undefined && found.data.serial_policy !== serialPolicy.codes.none
  const more = difference !== null && !isNegative(difference)
  return (
    <>
      <dl className="qt-facts">
        <div>
          <dt>{say(stockAdjustment.fields.book_quantity.title)}</dt>
          <dd>{known ? <Quantity value={book} unit={here?.unit_name ?? ''} /> : '—'}</dd>
        </div>
        <div>
          <dt>{say(stockAdjustment.fields.difference.title)}</dt>
          <dd>{difference === null ? '—' : <Quantity value={difference} signed />}</dd>
        </div>
      </dl>
      <Field of={stockAdjustment} name="quantity" autoFocus={material_id !== null} />
      {numbered && difference !== null && !isEqual(difference, '0') ? (
        <Field
          of={stockAdjustment}
          name="serial_numbers"
          label={
            more
              ? text(`多出的${difference}件的序列号`, `Serial numbers of the ${difference} found`)
              : text(`缺少的${negate(difference)}件的序列号`, `Serial numbers of the ${negate(difference)} missing`)
          }
        />
      ) : null}
    </>
  )
}

/** One of the reasons that the company keeps; while it keeps none, in own words. */
function ReasonInput({
  value,
  onChange,
  id,
}: {
  value?: string | null
  onChange?: (value: string) => void
  id?: string
}) {
  const label = useSay()(stockAdjustment.fields.reason.title)
  const kept = useCall(adjustReasonCalls.list, { page_size: -1 })
  const names = kept.data?.result.map(({ name }) => name) ?? []
  if (names.length === 0)
    return (
      <Input
        id={id}
        aria-label={label}
        value={value ?? ''}
        maxLength={100}
        onChange={event => onChange?.(event.target.value)}
      />
    )
  return (
    <Select
      showSearch={{ optionFilterProp: 'label' }}
      id={id}
      aria-label={label}
      value={value}
      options={names.map(name => ({ value: name, label: name }))}
      onChange={picked => onChange?.(picked ?? '')}
    />
  )
}
