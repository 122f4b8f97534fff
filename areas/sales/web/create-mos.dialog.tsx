import { DeleteOutlined } from '@ant-design/icons'
import { isMore, isPositive, isQuantity, subtract, sum } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { NumberInput } from '@qitao/platform/web/form/number-input.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { DayText } from '@qitao/platform/web/show/instant.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { toast } from '@qitao/platform/web/show/toast.ts'
import { Button, DatePicker, Modal, Pagination, Segmented, Select, Switch } from 'antd'
import { useMemo, useState } from 'react'
import { queryLineStates } from '../model/line-state.calls.ts'
import {
  coveredFromStock,
  mostParts,
  type PartToMake,
  partsToMake,
  type SplitWay,
} from '../model/parts-to-make.rules.ts'
import {
  countSalesOrders,
  type LineToMakeRow,
  listSalesOrders,
  mostToMake,
  type ProductToMakeRow,
  previewLinesToMo,
  salesLinesToMo,
  showSalesOrder,
} from '../model/sales-order.calls.ts'
import './sales.css'

type Part = { readonly planned_quantity: string | null; readonly delivery_date: number }

/** Lines become work orders as they are looked at before: what stock covers, in how many parts, by when, by which BoM. */
export function CreateMosDialog({
  order_ids,
  line_ids,
  onClose,
}: {
  order_ids: readonly string[]
  /** Only these lines; absent: all. */
  line_ids?: readonly string[]
  onClose: () => void
}) {
  const say = useSay()
  const preview = useCall(previewLinesToMo, {
    order_ids: [...order_ids],
    ...(line_ids ? { line_ids: [...line_ids] } : {}),
  })
  return preview.data ? (
    <Chosen order_ids={order_ids} onClose={onClose} again={preview.refetch} {...preview.data} />
  ) : (
    // The second click of a double one meets the mask.
    <Modal open title={say(title)} footer={null} onCancel={onClose} mask={{ closable: false }}>
      {preview.error ? <ErrorState failure={preview.error} retry={preview.refetch} /> : <RowsSkeleton />}
    </Modal>
  )
}
const title = text('转工单', 'Create work orders')
/** Lines on a page of the dialog; the others are made with them. */
const linesShown = 50
const pageOf = (at: number): number => Math.floor(at / linesShown) + 1

interface ChosenProps {
  order_ids: readonly string[]
  lines: readonly LineToMakeRow[]
  products: readonly ProductToMakeRow[]
  /** What was seen. */
  digest: string
  /** Looks once more: what a person has typed stays. */
  again: () => unknown
  onClose: () => void
}
function Chosen({ order_ids, lines, products, digest, again, onClose }: ChosenProps) {
  const say = useSay()
  const dates = useOrgDate()
  const today = dates.startOfDay(dates.today())
  const productOf = useMemo(() => new Map(products.map(one => [one.material_id, one])), [products])
  const [nets, setNets] = useState(false)
  const [way, setWay] = useState<SplitWay>({ by: 'none' })
  const [versions, setVersions] = useState<Readonly<Record<string, string>>>({})
  /** What a person has typed over the proposal, by line. */
  const [typed, setTyped] = useState<Readonly<Record<string, readonly Part[]>>>({})
  const covered = useMemo(
    () => (nets ? coveredFromStock(lines, products) : new Map<string, string>()),
    [nets, lines, products],
  )
  const openOf = ({ line_id, to_make_quantity }: LineToMakeRow) =>
    subtract(to_make_quantity, covered.get(line_id) ?? '0')
  const partsOf = (line: LineToMakeRow): readonly Part[] =>
    typed[line.line_id] ??
    partsToMake(openOf(line), line.due_date, way, productOf.get(line.material_id)!.unit_precision, today)
  const create = useCommand(salesLinesToMo, {
    sheet: true,
    refreshes: [listSalesOrders, countSalesOrders, showSalesOrder, queryLineStates],
    success: null,
    done: ({ mo_ids }) => {
      toast.success(say(text('已生成工单 {mos} 个', 'MOs created: {mos}'), { mos: mo_ids.length }))
      onClose()
    },
  })
  const all = lines.map(line => ({ line, parts: partsOf(line) }))
  const wrongAt = all.findIndex(({ line, parts }) => problemOf(parts, openOf(line)) !== undefined)
  const count = all.reduce((found, { parts }) => found + parts.length, 0)
  const propose = (next: SplitWay) => {
    setWay(next)
    setTyped({})
  }
  const save = async () => {
    const made = await create.attempt({
      digest,
      order_ids: [...order_ids],
      line_ids: lines.map(({ line_id }) => line_id),
      mos: all.flatMap(({ line, parts }) =>
        parts.map(({ planned_quantity, delivery_date }) => ({
          ...{ line_id: line.line_id, planned_quantity: planned_quantity ?? '0', delivery_date },
        })),
      ),
      ...(covered.size === 0 ? {} : { offsets: [...covered].map(([line_id, quantity]) => ({ line_id, quantity })) }),
      ...(Object.keys(versions).length === 0
        ? {}
        : {
            versions: Object.entries(versions).map(([material_id, material_bom_id]) => ({
              ...{ material_id, material_bom_id },
            })),
          }),
    })
    // Somebody was faster, or has taken the stock: what is there now is shown.
    if (!made.ok) await again()
  }
  const [page, setPage] = useState(1)
  const tooMany = count > mostToMake
  const free = products.some(({ free_quantity }) => isPositive(free_quantity))
  return (
    <Modal
      open
      width={900}
      title={say(title)}
      onCancel={onClose}
      onOk={save}
      okButtonProps={{ disabled: wrongAt >= 0 || tooMany || count + covered.size === 0, loading: create.pending }}
      mask={{ closable: false }}
    >
      <div className="qt-make-ways">
        <Segmented
          aria-label={say(text('拆分方式', 'Split'))}
          value={way.by}
          onChange={by =>
            propose(by === 'lot' ? { by, lot: '0' } : by === 'date' ? { by, parts: 2, days: 7 } : { by: 'none' })
          }
          options={[
            { value: 'none', label: say(text('不拆分', 'Whole lines')) },
            { value: 'lot', label: say(text('按批量', 'In lots')) },
            { value: 'date', label: say(text('分批交付', 'By date')) },
          ]}
        />
        {way.by === 'lot' ? (
          <NumberInput
            value={isPositive(way.lot) ? way.lot : null}
            autoFocus
            placeholder={say(text('每批数量', 'Pieces each'))}
            aria-label={say(text('每批数量', 'Pieces each'))}
            onChange={lot => propose({ by: 'lot', lot: lot && isQuantity(lot) ? lot : '0' })}
          />
        ) : null}
        {way.by === 'date' ? (
          <>
            <NumberInput
              value={way.parts}
              decimals={0}
              unit={say(text('批', 'parts'))}
              aria-label={say(text('批数', 'Parts'))}
              onChange={parts => propose({ ...way, parts: Math.min(Math.max(1, Number(parts ?? 1)), mostParts) })}
            />
            <NumberInput
              value={way.days}
              decimals={0}
              unit={say(text('天间隔', 'days apart'))}
              aria-label={say(text('间隔天数', 'Days apart'))}
              onChange={days => propose({ ...way, days: Math.max(0, Number(days ?? 0)) })}
            />
          </>
        ) : null}
        {free ? (
          // biome-ignore lint/a11y/noLabelWithoutControl: the switch is within
          <label>
            <Switch
              size="small"
              checked={nets}
              onChange={on => {
                setNets(on)
                setTyped({})
              }}
            />{' '}
            {say(text('先用可用库存', 'Take free stock first'))}
          </label>
        ) : null}
      </div>
      <ul className="qt-make-lines">
        {all.slice((page - 1) * linesShown, page * linesShown).map(({ line, parts }) => (
          <li key={line.line_id}>
            <LineHead
              line={line}
              product={productOf.get(line.material_id)!}
              covered={covered.get(line.line_id)}
              version={versions[line.material_id]}
              onVersion={version => setVersions({ ...versions, [line.material_id]: version })}
            />
            <Parts
              line={line}
              unit={productOf.get(line.material_id)!}
              parts={parts}
              problem={problemOf(parts, openOf(line))}
              onChange={next => setTyped({ ...typed, [line.line_id]: next })}
            />
          </li>
        ))}
      </ul>
      <Pagination
        hideOnSinglePage
        size="small"
        current={page}
        pageSize={linesShown}
        total={all.length}
        showSizeChanger={false}
        onChange={setPage}
      />
      {wrongAt >= 0 && pageOf(wrongAt) !== page ? (
        <Button type="link" danger onClick={() => setPage(pageOf(wrongAt))}>
          {say(text('{order}第{line}行需要修改', 'Line {line} of {order} has to be mended'), {
            ...{ order: all[wrongAt]!.line.order_no, line: all[wrongAt]!.line.line_no },
          })}
        </Button>
      ) : null}
      {tooMany ? (
        <p className="qt-late">
          {say(
            text(
              '一次最多生成{most}个工单，请减少份数或分次选择订单',
              '{most} work orders at once at most: make fewer parts, or choose fewer orders',
            ),
            { most: mostToMake },
          )}
        </p>
      ) : null}
      <p className="qt-sum">
        {say(text('将生成工单 {count} 个', 'Work orders to be created: {count}'), { count })}
        {covered.size > 0
          ? ` · ${say(text('库存覆盖 {lines} 行', 'lines covered by stock: {lines}'), { lines: covered.size })}`
          : ''}
      </p>
    </Modal>
  )
}

/** Why the parts of a line cannot be made so; undefined: they can. */
function problemOf(parts: readonly (Part | PartToMake)[], open: string): Text | undefined {
  const quantities = parts.map(({ planned_quantity }) => planned_quantity ?? '')
  if (quantities.some(one => !isQuantity(one) || !isPositive(one)))
    return text('每份数量都应大于0', 'Each part must be above 0')
  return isMore(sum(quantities), open)
    ? text('合计超过未转工单数量', 'Together they are more than is on no work order')
    : undefined
}

interface LineHeadProps {
  line: LineToMakeRow
  product: ProductToMakeRow
  covered: string | undefined
  version: string | undefined
  onVersion: (id: string) => void
}
function LineHead({ line, product, covered, version, onVersion }: LineHeadProps) {
  const say = useSay()
  const { versions, unit_name, manufacturing_bom, routing } = product
  const way = manufacturing_bom ?? routing
  return (
    <header>
      <span className="qt-secondary">
        {line.order_no} · {line.line_no}
      </span>
      <strong>
        {product.material_code} {product.material_name}
      </strong>
      <span>
        {say(text('未转', 'Open'))} <Quantity value={line.to_make_quantity} unit={unit_name} />
      </span>
      <span className="qt-secondary">
        {say(text('交期', 'Due'))} <DayText of={line.due_date} />
      </span>
      <span className="qt-secondary">
        {say(text('可用库存', 'Free stock'))} <Quantity value={product.free_quantity} unit={unit_name} />
        {covered ? ` · ${say(text('用{covered}', 'takes {covered}'), { covered })}` : ''}
      </span>
      {versions.length > 1 ? (
        <Select<string>
          size="small"
          aria-label={say(text('BOM版本', 'BoM version'))}
          value={version ?? versions.find(({ is_default }) => is_default)?.id ?? null}
          placeholder={say(text('BOM版本', 'BoM version'))}
          onChange={onVersion}
          options={versions.map(one => ({
            value: one.id,
            label: `BOM ${one.version}${one.is_default ? say(text('（默认）', ' (default)')) : ''}`,
          }))}
        />
      ) : (
        <span className={versions[0] ? 'qt-secondary' : 'qt-late'}>
          {versions[0]
            ? `BOM ${versions[0].version}`
            : say(text('无已发布BOM，不会展开用料', 'No released BoM: no material is asked for'))}
        </span>
      )}
      <span className="qt-secondary">
        {way ? `${say(text('工艺', 'Routing'))} ${way}` : say(text('无工艺路线', 'No routing'))}
      </span>
    </header>
  )
}

interface PartsProps {
  line: LineToMakeRow
  unit: ProductToMakeRow
  parts: readonly Part[]
  problem: Text | undefined
  onChange: (parts: readonly Part[]) => void
}
function Parts({ line, unit, parts, problem, onChange }: PartsProps) {
  const say = useSay()
  const dates = useOrgDate()
  const change = (at: number, part: Partial<Part>) =>
    onChange(parts.map((one, index) => (index === at ? { ...one, ...part } : one)))
  const latest = dates.toPicker(line.due_date)
  return (
    <>
      {parts.map((part, index) => (
        <div key={index} className="qt-make-part">
          <span className="qt-number qt-secondary">{index + 1}</span>
          <NumberInput
            value={part.planned_quantity}
            decimals={unit.unit_precision}
            unit={unit.unit_name}
            aria-label={say(text('{order}第{line}行第{n}份数量', 'Quantity of part {n}, line {line} of {order}'), {
              ...{ order: line.order_no, line: line.line_no, n: index + 1 },
            })}
            onChange={planned_quantity => change(index, { planned_quantity })}
          />
          <DatePicker
            allowClear={false}
            value={dates.toPicker(part.delivery_date)}
            maxDate={latest}
            aria-label={say(text('第{n}份交期', 'Due day of part {n}'), { n: index + 1 })}
            onChange={picked =>
              picked && change(index, { delivery_date: dates.startOfDay(picked.format('YYYY-MM-DD')) })
            }
          />
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={say(text('不生成第{n}份', 'Leave out part {n}'), { n: index + 1 })}
            onClick={() => onChange(parts.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {problem ? <p className="qt-late">{say(problem)}</p> : null}
    </>
  )
}
