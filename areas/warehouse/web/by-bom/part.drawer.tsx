import { text } from '@qitao/core/text.ts'
import { supplySource } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { DataTable } from '@qitao/platform/web/list/data-table.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { RecordLink } from '@qitao/platform/web/show/record-link.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { SupplyUses } from '@qitao/purchasing/web'
import { type Page, pages } from '@qitao/site/model/pages.ts'
import { Link } from 'react-router'
import { showPart } from '../../model/by-bom/stock-by-bom.calls.ts'
import { type PartSupplyRow, partSupply, type StockByBomRow } from '../../model/by-bom/stock-by-bom.record.ts'

/** One part: what there is of it and what comes, who has how much of it, and the pages beside. */
export function PartDrawer({ of, onClose }: { of: StockByBomRow; onClose: () => void }) {
  const say = useSay()
  const { may } = useSession()
  const part = useCall(showPart, { material_id: of.material_id })
  const listed = (page: Page) =>
    may(page) ? (
      <Link to={`${page.path}?keyword=${encodeURIComponent(of.material_code)}`}>{say(page.title)}</Link>
    ) : null
  return (
    <DetailDrawer open wide title={`${of.material_code} ${of.material_name}`} onClose={onClose}>
      <p className="qt-sets-links">
        <RecordLink kind="material" id={of.material_id} no={of.material_code} />
        {listed(pages.stock)}
        {listed(pages.purchase)}
        {listed(pages.materialBoms)}
      </p>
      {part.error ? (
        <ErrorState failure={part.error} retry={part.refetch} />
      ) : part.isPending ? (
        <RowsSkeleton />
      ) : (
        <>
          {part.data.supplies.length === 0 ? (
            <EmptyState text={text('没有库存，也没有在途或在制', 'Nothing in stock, and nothing on its way')} />
          ) : (
            <DataTable<PartSupplyRow>
              record={partSupply}
              rows={part.data.supplies}
              columns={[
                { name: 'source_type', width: 116, sort: false },
                { name: 'source_no', width: 150, sort: false, render: row => <Source of={row} /> },
                ...(['quantity', 'taken_quantity', 'free_quantity'] as const).map(name => ({
                  ...{ name, width: 100, sort: false, unit: () => of.unit_name },
                })),
                { name: 'available_time', width: 140, sort: false },
                { name: 'expire_time', width: 140, sort: false },
              ]}
            />
          )}
          <h3 className="qt-sets-heading">{say(text('谁占用了它', 'Who has it'))}</h3>
          <SupplyUses of={part.data} unit={of.unit_name} />
        </>
      )}
    </DetailDrawer>
  )
}

const { in_transit, in_production } = supplySource.codes
function Source({ of: { source_type, document_id, source_no } }: { of: PartSupplyRow }) {
  if (source_type === in_transit) return <RecordLink kind="purchase_order" id={document_id} no={source_no} />
  if (source_type === in_production) return <RecordLink kind="mo" id={document_id} no={source_no} />
  return <span className="qt-number">{source_no}</span>
}
