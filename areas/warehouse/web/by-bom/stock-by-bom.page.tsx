import { CaretDownOutlined, CaretRightOutlined } from '@ant-design/icons'
import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { mostRows } from '@qitao/core/page.ts'
import { isPositive } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { seesUnitPrices } from '@qitao/masterdata/model/price/sees-unit-prices.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { FieldInput } from '@qitao/platform/web/form/field-input.tsx'
import { pickerOf } from '@qitao/platform/web/form/pickers.ts'
import { ColumnSettingsButton, useColumnSettings, useListName } from '@qitao/platform/web/list/column-settings.tsx'
import { type Column, resolveColumns } from '@qitao/platform/web/list/columns.tsx'
import { VirtualTable } from '@qitao/platform/web/list/virtual-table.tsx'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { usePageMemory } from '@qitao/platform/web/session/page-memory.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { DayText } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { MaterialCell } from '@qitao/stock/web'
import { Button, Checkbox, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { exportStockByBom, queryStockByBom } from '../../model/by-bom/stock-by-bom.calls.ts'
import {
  type StockByBomAnswer,
  type StockByBomRow,
  setQuestion,
  stockByBom,
} from '../../model/by-bom/stock-by-bom.record.ts'
import { PartDrawer } from './part.drawer.tsx'
import { SetProductsDialog } from './set-products.dialog.tsx'
import { inputOf, type SetQuestion, switches, useSetQuestion } from './set-question.ts'
import { SetsSummary } from './sets-summary.tsx'
import './stock-by-bom.css'

type View = 'tree' | 'parts' | 'missing'
const views: readonly { value: View; title: Text }[] = [
  { value: 'tree', title: text('按层级', 'Tree') },
  { value: 'parts', title: text('按物料', 'By material') },
  { value: 'missing', title: text('只看缺料', 'Missing only') },
]
/** A material, or one of its places in the tree. */
interface ShownRow extends StockByBomRow {
  readonly place?: { readonly key: string; readonly has_lines: boolean }
}

/** How many sets of some products can be made of what is free, now and by a day, and what more of them takes. */
export default function StockByBomPage() {
  const say = useSay()
  const language = useLanguage()
  const [question, change] = useSetQuestion()
  const [view, setView] = usePageMemory<View>('view', 'tree')
  const [closed, setClosed] = usePageMemory<readonly string[]>('closed', [])
  const [shown, setShown] = useState<StockByBomRow>()
  const input = inputOf(question)
  const answer = useCall(queryStockByBom, input, { keepPrevious: true })
  const parts = useMemo(() => new Map(answer.data?.result.map(row => [row.material_id, row])), [answer.data])
  const rows = useMemo(
    () => (answer.data && input ? rowsOf(answer.data, parts, view, closed) : []),
    [answer.data, input === null, parts, view, closed],
  )
  const toggle = (key: string) => setClosed(closed.includes(key) ? closed.filter(one => one !== key) : [...closed, key])
  const { may } = useSession()
  const seesPrices = seesUnitPrices.some(may)
  const all = columnsOf(view === 'tree' ? { closed, toggle, title: say(text('展开', 'Open')) } : undefined, setShown)
  const columns = useColumnSettings<ShownRow>(
    resolveColumns(
      seesPrices ? all : all.filter(column => typeof column === 'string' || !ofPrices.has(column.name)),
      stockByBom,
      language,
    ),
    useListName(stockByBom.name),
  )
  return (
    <div className="qt-page">
      <Ask question={question} onChange={change} />
      {input === null ? (
        <EmptyState
          text={text(
            '选择一个或几个产品，看现有和将到的物料够做多少套',
            'Choose one or several products to see how many sets what is there and comes is enough for',
          )}
        />
      ) : answer.error ? (
        <ErrorState failure={answer.error} retry={answer.refetch} />
      ) : !answer.data ? (
        <RowsSkeleton />
      ) : (
        <>
          <SetsSummary of={answer.data} question={question} parts={parts} seesPrices={seesPrices} onOpen={setShown} />
          <div className="qt-list-head">
            <Segmented<View>
              aria-label={say(text('显示方式', 'Shown as'))}
              value={view}
              onChange={setView}
              options={views.map(({ value, title }) => ({ value, label: say(title) }))}
            />
            <div className="qt-toolbar">
              {view === 'tree' && answer.data.cut ? (
                <span className="qt-secondary">
                  {say(text('层级只显示前 {most} 处', 'The tree shows the first {most} places'), { most: mostRows })}
                </span>
              ) : null}
              <ExchangeButtons
                list={{
                  input: { ...input, only_missing: view === 'missing' },
                  total: view === 'missing' ? rows.length : answer.data.total,
                  columns: columns.shown,
                }}
                exports={exportStockByBom}
              />
              <ColumnSettingsButton settings={columns} />
            </div>
          </div>
          <div
            className={`qt-sets-rows${answer.isPlaceholderData ? ' qt-waiting' : ''}`}
            aria-busy={answer.isPlaceholderData}
          >
            {rows.length === 0 ? (
              <EmptyState text={text('不缺料', 'Nothing is missing')} />
            ) : (
              <VirtualTable<ShownRow>
                rows={rows}
                columns={columns}
                onOpen={setShown}
                rowTone={row => (isPositive(row.missing_quantity) ? 'danger' : undefined)}
              />
            )}
          </div>
        </>
      )}
      {shown ? <PartDrawer key={shown.material_id} of={shown} onClose={() => setShown(undefined)} /> : null}
    </div>
  )
}

/** Rows of a view: the tree has a row for each place whose parents are open, with the figures of its material. */
function rowsOf(
  { result, places }: StockByBomAnswer,
  parts: ReadonlyMap<string, StockByBomRow>,
  view: View,
  closed: readonly string[],
): ShownRow[] {
  if (view === 'parts') return result
  if (view === 'missing') return result.filter(row => isPositive(row.missing_quantity))
  const shut = new Set(closed)
  const isOpen = (key: string): boolean => {
    const above = key.slice(0, key.lastIndexOf('.'))
    return !key.includes('.') || (!shut.has(above) && isOpen(above))
  }
  return places
    .filter(({ key }) => isOpen(key))
    .map(({ key, has_lines, ...place }) => ({
      ...parts.get(place.material_id)!,
      ...place,
      id: key,
      place: { key, has_lines },
    }))
}

interface Tree {
  readonly closed: readonly string[]
  readonly toggle: (key: string) => void
  readonly title: string
}
const indent = 16
const ofPrices: ReadonlySet<string> = new Set(['price', 'amount', 'price_from'])
function columnsOf(tree: Tree | undefined, open: (row: ShownRow) => void): Column<ShownRow>[] {
  const amount = (name: keyof StockByBomRow, more: object = {}): Column<ShownRow> => ({
    ...{ name, width: 104, unit: row => row.unit_name, ...more },
  })
  return [
    {
      name: 'material_id',
      width: 260,
      render: row => (
        <span className="qt-sets-place" style={tree ? { paddingInlineStart: row.level * indent } : undefined}>
          {tree && row.place?.has_lines ? (
            <button
              type="button"
              className="qt-sets-toggle"
              aria-label={`${tree.title} ${row.material_code}`}
              aria-expanded={!tree.closed.includes(row.place.key)}
              onClick={() => tree.toggle(row.place!.key)}
            >
              {tree.closed.includes(row.place.key) ? (
                <CaretRightOutlined aria-hidden />
              ) : (
                <CaretDownOutlined aria-hidden />
              )}
            </button>
          ) : null}
          <button type="button" className="qt-link" onClick={() => open(row)}>
            <MaterialCell of={row} />
          </button>
        </span>
      ),
    },
    { name: 'level', width: 60, hidden: true },
    { name: 'kind', width: 100, hidden: true },
    amount('set_quantity'),
    amount('needed_quantity'),
    amount('missing_quantity'),
    { name: 'enough_for', width: 96 },
    amount('on_hand_quantity'),
    amount('occupied_quantity'),
    amount('available_quantity'),
    amount('in_inspection_quantity', { hidden: true }),
    amount('in_transit_quantity'),
    amount('in_production_quantity'),
    { name: 'there_time', width: 110, render: row => <DayText of={row.there_time} /> },
    {
      name: 'price',
      width: 104,
      render: row =>
        row.price === null && isPositive(row.missing_quantity) ? <NoPrice /> : <Quantity value={row.price} />,
    },
    { name: 'amount', width: 104 },
    amount('made_quantity'),
    amount('replaced_quantity', { hidden: true }),
    amount('buy_quantity', { hidden: true }),
    { name: 'price_from', width: 150, hidden: true },
    { name: 'lead_days', width: 96, hidden: true },
    { name: 'substitutes', width: 160 },
    { name: 'bom_version', width: 96, hidden: true },
  ]
}
function NoPrice() {
  const say = useSay()
  return <span className="qt-late">{say(text('没有单价', 'No price'))}</span>
}

interface AskProps {
  question: SetQuestion
  onChange: (next: Partial<SetQuestion>) => void
}
function Ask({ question, onChange }: AskProps) {
  const say = useSay()
  const [choosing, setChoosing] = useState(false)
  const Picker = pickerOf('material')
  const { fields } = setQuestion
  const named = (name: 'sets' | 'date' | 'level', width: number) => (
    // biome-ignore lint/a11y/noLabelWithoutControl: the input of the field stands in it
    <label className="qt-sets-field" style={{ width }}>
      <span>{say(fields[name].title)}</span>
      {name === 'date' ? (
        <FieldInput of={fields.date} value={question.date} onChange={day => day && onChange({ date: day as number })} />
      ) : (
        <CountInput of={fields[name]} value={question[name]} onChange={count => onChange({ [name]: count })} />
      )}
    </label>
  )
  const products = say(text('产品', 'Products'))
  return (
    <section className="qt-sets-ask" aria-label={say(text('查询条件', 'Question'))}>
      <div className="qt-sets-field qt-sets-products">
        <span>{products}</span>
        <div className="qt-sets-pick">
          <Picker
            multiple
            aria-label={products}
            placeholder={say(text('编码或名称，可多选', 'Codes or names, several at a time'))}
            value={question.products.map(({ material_id }) => material_id)}
            onChange={next =>
              onChange({
                products: ((next ?? []) as string[]).map(
                  material_id =>
                    question.products.find(one => one.material_id === material_id) ?? { material_id, quantity: '1' },
                ),
              })
            }
          />
          <Button onClick={() => setChoosing(true)}>{say(text('每套数量、粘贴', 'Quantities, paste'))}</Button>
        </div>
      </div>
      {named('sets', 100)}
      {named('date', 140)}
      {named('level', 100)}
      <div className="qt-sets-switches">
        {switches.map(name => (
          <Checkbox key={name} checked={question[name]} onChange={event => onChange({ [name]: event.target.checked })}>
            {say(fields[name].title)}
          </Checkbox>
        ))}
      </div>
      {choosing ? (
        <SetProductsDialog
          products={question.products}
          onTake={products => onChange({ products })}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </section>
  )
}

/** Asks when it is left or Enter is pressed, not with every digit. */
function CountInput({
  of,
  value,
  onChange,
}: {
  of: (typeof setQuestion.fields)['sets' | 'level']
  value: number | null
  onChange: (count: number | null) => void
}) {
  const [typed, setTyped] = useState<number | null>(value)
  const [given, setGiven] = useState(value)
  if (given !== value) {
    setGiven(value)
    setTyped(value)
  }
  const take = () => {
    const { min = 1, max = 1 } = of as { min?: number; max?: number }
    const next = typed === null ? (of.required ? 1 : null) : Math.min(max, Math.max(min, typed))
    setTyped(next)
    if (next !== value) onChange(next)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to Enter of the input inside
    <div onKeyDown={event => event.key === 'Enter' && take()}>
      <FieldInput of={of} value={typed} onChange={next => setTyped(next as number | null)} onBlur={take} />
    </div>
  )
}
