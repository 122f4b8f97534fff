import type { AnyCall } from '@qitao/core/call.ts'
import { isMore, isPositive } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { type Command, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { NumberInput } from '@qitao/platform/web/form/number-input.tsx'
import type { Act } from '@qitao/platform/web/list/act.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { DataTable } from '@qitao/platform/web/list/data-table.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Facts } from '@qitao/platform/web/show/facts.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { useState } from 'react'
import {
  containerCalls,
  mostPackedLines,
  packContainer,
  showContainerStock,
  unpackContainer,
} from '../model/container.calls.ts'
import { type ContainerRow, type ContainerStockRow, container } from '../model/container.record.ts'
import { inventory } from '../model/inventory.record.ts'
import { MaterialCell } from './material-cell.tsx'
import './stock.css'

interface ContainerDrawerProps {
  id: string
  refreshes: AnyCall[]
  actions: (row: ContainerRow) => readonly Act[]
  onClose: () => void
}
/** One container: where it stands, what is in it, and what of its bin can be packed. */
export function ContainerDrawer({ id, refreshes, actions, onClose }: ContainerDrawerProps) {
  const detail = useCall(containerCalls.detail, { id })
  const stock = useCall(showContainerStock, { id })
  const pack = useCommand(packContainer, { sheet: true, refreshes })
  const unpack = useCommand(unpackContainer, { sheet: true, refreshes })
  const row = detail.data?.record
  const failed = detail.error ?? stock.error
  return (
    <DetailDrawer
      open
      wide
      title={row ? text(`容器 ${row.code}`, `Container ${row.code}`) : text('容器', 'Container')}
      onClose={onClose}
      actions={row ? actions(row) : []}
      history={{ of: container, id }}
    >
      {failed ? (
        <ErrorState
          failure={failed}
          retry={() => {
            void detail.refetch()
            void stock.refetch()
          }}
        />
      ) : !row || !stock.data ? (
        <RowsSkeleton />
      ) : (
        <>
          <Facts
            of={container}
            row={row}
            names={['container_type_id', 'location_id', 'quantity', 'status', 'remark']}
            more={[
              {
                title: text('容量', 'Capacity'),
                value: row.capacity === null ? '—' : <Quantity value={row.capacity} />,
              },
            ]}
          />
          <Moving
            key={`in ${freeOf(stock.data.packed)}`}
            title={text('容器内', 'In the container')}
            empty={text('空容器', 'It is empty')}
            act={text('取出', 'Take out')}
            id={id}
            rows={stock.data.packed}
            command={unpack}
          />
          <Moving
            key={`beside ${freeOf(stock.data.loose)}`}
            title={text('同库位散放', 'Loose in its bin')}
            empty={
              row.location_id === null
                ? text('容器不在库位上，编辑后选择库位', 'It stands in no bin; edit it to choose one')
                : text('没有可装入的库存', 'Nothing to put in')
            }
            act={text('装入', 'Put in')}
            id={id}
            rows={stock.data.loose}
            command={pack}
          />
        </>
      )}
    </DetailDrawer>
  )
}

/** What is typed is kept while nothing has changed. */
const freeOf = (rows: readonly ContainerStockRow[]): string =>
  rows.map(({ id, available_quantity }) => `${id} ${available_quantity}`).join()

interface MovingProps {
  title: Text
  empty: Text
  act: Text
  id: string
  rows: readonly ContainerStockRow[]
  command: Command<typeof packContainer>
}
/** Rows of stock, those to move and how much of each: at first all that is free. */
function Moving({ title, empty, act, id, rows, command }: MovingProps) {
  const say = useSay()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [typed, setTyped] = useState<Readonly<Record<string, string | null>>>({})
  const quantityOf = (row: ContainerStockRow) => {
    const given = typed[row.id]
    return given === undefined ? row.available_quantity : given
  }
  const lines = rows.flatMap(row =>
    chosen.includes(row.id)
      ? [{ inventory_id: row.id, quantity: quantityOf(row) ?? '0', free: row.available_quantity }]
      : [],
  )
  const whyNot =
    lines.length === 0
      ? text('请选择要移动的行', 'Choose the rows to move')
      : lines.length > mostPackedLines
        ? text(`一次最多${mostPackedLines}行`, `At most ${mostPackedLines} rows at a time`)
        : lines.some(({ quantity }) => !isPositive(quantity))
          ? text('数量必须大于0', 'Quantities must be above 0')
          : lines.some(({ quantity, free }) => isMore(quantity, free))
            ? text('数量超过可用数量', 'A quantity exceeds what is available')
            : undefined
  return (
    <section>
      <div className="qt-container-part">
        <h3 className="qt-stock-heading">{say(title)}</h3>
        {rows.length > 0 ? (
          <ActButton
            size="small"
            act={{
              title: act,
              whyNot,
              run: needing(command.call, () =>
                command.run({ id, lines: lines.map(({ inventory_id, quantity }) => ({ inventory_id, quantity })) }),
              ),
            }}
          />
        ) : null}
      </div>
      {rows.length === 0 ? (
        <p className="qt-secondary">{say(empty)}</p>
      ) : (
        <DataTable
          record={inventory}
          rows={rows}
          selection={{
            ids: chosen,
            onChange: setChosen,
            locked: one => !isPositive(rows.find(row => row.id === one)!.available_quantity),
          }}
          columns={[
            { name: 'material_id', width: 200, sort: false, render: row => <MaterialCell of={row} /> },
            {
              name: 'moved',
              title: text('移动数量', 'To move'),
              width: 110,
              sort: false,
              render: row => (
                <NumberInput
                  aria-label={`${say(act)} ${row.material_code} ${row.lot_number}`}
                  value={quantityOf(row)}
                  decimals={row.unit_precision}
                  disabled={!isPositive(row.available_quantity)}
                  onChange={value => {
                    setTyped({ ...typed, [row.id]: value })
                    if (value && !chosen.includes(row.id)) setChosen([...chosen, row.id])
                  }}
                />
              ),
            },
            { name: 'available_quantity', width: 90, sort: false, unit: row => row.unit_name },
            { name: 'quantity', width: 90, sort: false, unit: row => row.unit_name },
            { name: 'lot_number', width: 90, sort: false },
            { name: 'quality_status', width: 124, sort: false },
          ]}
        />
      )}
    </section>
  )
}
