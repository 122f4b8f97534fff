import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { pickerOf } from '@qitao/platform/web/form/pickers.ts'
import { DataTable } from '@qitao/platform/web/list/data-table.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { usePageMemory } from '@qitao/platform/web/session/page-memory.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { listSuspects, suspect } from '../../model/trace/trace.calls.ts'

const Materials = pickerOf('material')

/** What the bad pieces of a product share more than the good ones. */
export function SuspectsView() {
  const say = useSay()
  const [material_id, setMaterial] = usePageMemory<string | null>('suspect_material', null)
  const found = useCall(listSuspects, material_id === null ? null : { material_id })
  return (
    <>
      <div className="qt-list-head">
        <div className="qt-trace-pick">
          <label htmlFor="qt-suspect-material">{say(text('产品', 'Product'))}</label>
          <Materials
            id="qt-suspect-material"
            value={material_id}
            onChange={next => setMaterial(next as string | null)}
          />
        </div>
        {found.data ? (
          <p className="qt-secondary">
            {say(text('报工不良', 'Reported bad'))} <Quantity value={found.data.bad_quantity} /> ·{' '}
            {say(text('良品', 'good'))} <Quantity value={found.data.good_quantity} />
          </p>
        ) : null}
      </div>
      {material_id === null ? (
        <EmptyState
          text={text(
            '选择产品，看不良品比良品更多地共用哪台设备、哪个人、哪个班次、哪个投入批次和供应商',
            'Choose a product to see which machine, person, shift, lot used or supplier its bad pieces share more than the good ones',
          )}
        />
      ) : found.error ? (
        <ErrorState failure={found.error} retry={found.refetch} />
      ) : !found.data ? (
        <RowsSkeleton />
      ) : found.data.result.length === 0 ? (
        <EmptyState text={text('没有明显的共同因素', 'Nothing stands out')} />
      ) : (
        <DataTable
          record={suspect}
          rows={found.data.result}
          columns={[
            { name: 'kind', width: 110, sort: false },
            { name: 'name', width: 240, sort: false },
            { name: 'bad_rate', width: 110, sort: false },
            { name: 'other_rate', width: 130, sort: false },
            { name: 'bad_quantity', width: 100, sort: false },
            { name: 'good_quantity', width: 100, sort: false },
          ]}
        />
      )}
    </>
  )
}
