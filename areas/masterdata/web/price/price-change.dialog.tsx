import type { AnyCall } from '@qitao/core/call.ts'
import { farFrom, percentOf } from '@qitao/core/far-from.ts'
import { formatQuantity, isQuantity, isZero, shareOf, subtract } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Form } from 'antd'
import { type ChangedPrice, type PriceListCalls, priceChange } from '../../model/price/price-list.calls.ts'
import { priceChangeBy } from '../../model/price/price-list.fields.ts'
import { waitsText } from './waits-text.ts'
import './price.css'

interface Change {
  by: (typeof priceChangeBy.list)[number]['code'] | null
  value: string | null
  decimals: number | null
  valid_from: number | null
}

/** Chosen prices by a share or an amount: what each becomes is seen before it is done. */
export function PriceChangeDialog({
  calls,
  ids,
  refreshes,
  onClose,
}: {
  calls: PriceListCalls
  ids: readonly string[]
  refreshes: readonly AnyCall[]
  onClose: () => void
}) {
  const dates = useOrgDate()
  const change = useCommand(calls.change, { refreshes: [...refreshes, calls.history], success: waitsText })
  return (
    <DialogForm<Change>
      open
      wide
      title={text(`批量调价（${ids.length}）`, `Change ${ids.length} ${ids.length === 1 ? 'price' : 'prices'}`)}
      values={{
        ...{ by: priceChangeBy.codes.percent, value: null, decimals: 2 },
        valid_from: dates.startOfDay(dates.today()),
      }}
      save={saveWith(change, (form: Change) => ({ ...form, ids: [...ids] }), text('执行调价', 'Change prices'))}
      onClose={onClose}
    >
      <div className="qt-price-head">
        {(['by', 'value', 'decimals', 'valid_from'] as const).map(name => (
          <Field key={name} of={priceChange} name={name} autoFocus={name === 'value'} />
        ))}
      </div>
      <Preview calls={calls} ids={ids} />
    </DialogForm>
  )
}

function Preview({ calls, ids }: { calls: PriceListCalls; ids: readonly string[] }) {
  const say = useSay()
  const by = Form.useWatch('by') as Change['by']
  const value = Form.useWatch('value') as Change['value']
  const decimals = Form.useWatch('decimals') as Change['decimals']
  const valid_from = Form.useWatch('valid_from') as Change['valid_from']
  const isReady = typeof value === 'string' && isQuantity(value) && typeof valid_from === 'number'
  const input = isReady && by ? { ids: [...ids], by, value, decimals: decimals ?? 2, valid_from } : null
  const found = useCall(calls.preview, input, { keepPrevious: true })
  if (!input)
    return <p className="qt-secondary">{say(text('填写幅度后显示预览', 'Give a change to see what it does'))}</p>
  if (found.error) return <ErrorState failure={found.error} retry={found.refetch} />
  if (!found.data) return <RowsSkeleton />
  const told = found.data.result.some(({ open_lines }) => open_lines !== null)
  return (
    <div className="qt-price-preview">
      <table aria-label={say(text('预览', 'Preview'))}>
        <thead>
          <tr>
            <th>{say(text('单价', 'Price'))}</th>
            <th>{say(text('起始数量', 'From quantity'))}</th>
            <th>{say(text('现价', 'Now'))}</th>
            <th>{say(text('新价', 'Then'))}</th>
            <th>{say(text('变化', 'Change'))}</th>
            {told ? <th>{say(text('未完成订单行影响', 'Effect on open lines'))}</th> : null}
            {told ? <th>{say(text('年影响', 'Effect in a year'))}</th> : null}
          </tr>
        </thead>
        <tbody>
          {found.data.result.map(row => (
            <Changed key={row.id} of={row} told={told} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
function Changed({ of, told }: { of: ChangedPrice; told: boolean }) {
  const say = useSay()
  const { name, from_quantity, unit_name, before, after, currency, open_lines, open_difference, year_difference } = of
  const share = isZero(before) ? null : percentOf(shareOf(subtract(after, before), before))
  // What is far from what it was is a slip more often than not.
  const isFar = farFrom(after, before) !== undefined
  return (
    <tr>
      <td>{name}</td>
      <td className="qt-number">{`${formatQuantity(from_quantity)} ${unit_name}`}</td>
      <td className="qt-number">{`${formatQuantity(before)} ${currency}`}</td>
      <td className="qt-number">{`${formatQuantity(after)} ${currency}`}</td>
      <td className={isFar ? 'qt-number qt-warns' : 'qt-number'}>{share ?? '—'}</td>
      {told ? (
        <td className="qt-number">
          <Quantity value={open_difference} unit={currency} decimals={2} signed />{' '}
          <span className="qt-secondary">{say(text('{count} 行', '{count} lines'), { count: open_lines ?? 0 })}</span>
        </td>
      ) : null}
      {told ? (
        <td className="qt-number">
          <Quantity value={year_difference} unit={currency} decimals={2} signed />
        </td>
      ) : null}
    </tr>
  )
}
