import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { among, rows } from '@qitao/platform/server/database/database.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { type Face, fillFaces } from '@qitao/stock/model/replenish.rules.ts'
import { lotsToPick } from '@qitao/stock/server'
import { sql } from 'kysely'
import { lotsWithout } from '../../model/moving/leaving.rules.ts'
import { proposeReplenishment } from '../../model/moving/moving.calls.ts'
import { transferStatus } from '../../model/transfer/transfer.status.ts'
import { isWritten, leavingOf } from './leaving.queries.ts'

interface FaceShown extends Face {
  material_code: string
  material_name: string
  unit_name: string
  unit_precision: number
  lot_managed: boolean
  /** Of a bin that is off, of another warehouse, or counted now: it is not filled, and not taken from either. */
  open: boolean
}
const isOnItsWay = [...new Set([...transferStatus.from('confirm'), ...transferStatus.from('receive')])]

export const replenishHandlers: Handler[] = [
  handle(proposeReplenishment, async ({ from_warehouse_id, to_warehouse_id }, { tx, org_id }) => {
    const to = to_warehouse_id ?? null
    const faces = await rows(
      tx,
      sql<FaceShown>`select f.material_id, f.location_id, b.code as location_code, f.min_quantity, f.max_quantity,
          coalesce((select sum(i.quantity) from inventory i
            where i.org_id = f.org_id and i.location_id = f.location_id and i.material_id = f.material_id), 0) as quantity,
          coalesce((select sum(l.quantity - l.received_quantity - l.returned_quantity - l.lost_quantity) from transfer_line l
            join transfer t on t.org_id = l.org_id and t.id = l.transfer_id
            where l.org_id = f.org_id and l.to_location_id = f.location_id and l.material_id = f.material_id
              and t.status in (${sql.join(isOnItsWay)})), 0)
            - coalesce((select sum(l.quantity) from transfer_line l join transfer t on t.org_id = l.org_id and t.id = l.transfer_id
            where l.org_id = f.org_id and l.from_location_id = f.location_id and l.material_id = f.material_id
              and t.status in (${isWritten})), 0) as coming,
          m.code as material_code, m.name as material_name, u.name as unit_name, u.precision as unit_precision, m.lot_managed,
          b.status = ${enabledStatus.codes.enabled} and (${to}::uuid is null or b.warehouse_id = ${to})
            and not exists (select from bin_in_count c where c.org_id = b.org_id and c.location_id = b.id and c.frozen) as open
        from fixed_bin f join location b on b.org_id = f.org_id and b.id = f.location_id
        join material m on m.org_id = f.org_id and m.id = f.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
        where f.org_id = ${org_id} and f.min_quantity > 0`,
    )
    const ids = faces.map(({ material_id }) => material_id)
    const lots = lotsWithout(await lotsToPick(tx, org_id, faces), await leavingOf(tx, org_id, ids))
    const bins = await rows(
      tx,
      sql<{ id: string; code: string; warehouse_id: string }>`select id, code, warehouse_id from location
        where org_id = ${org_id} and not transit and supplier_id is null and ${among(sql`id`, [...new Set(lots.map(({ location_id }) => location_id))])}`,
    )
    const bin = new Map(bins.map(one => [one.id, one]))
    const isThere = ({ location_id }: { location_id: string }) =>
      bin.has(location_id) && (!from_warehouse_id || bin.get(location_id)!.warehouse_id === from_warehouse_id)
    const face = new Map(faces.map(one => [`${one.material_id} ${one.location_id}`, one]))
    // A face that is not filled keeps what it has: it counts as full.
    const asked = faces.map(one => (one.open ? one : { ...one, quantity: one.max_quantity ?? one.min_quantity }))
    const { fillings, unfilled } = fillFaces(asked, lots.filter(isThere))
    return {
      lines: fillings.map(({ lot_number, ...line }) => {
        const at = face.get(`${line.material_id} ${line.to_location_id}`)!
        const { material_code, material_name, unit_name, unit_precision, lot_managed, location_code } = at
        return {
          ...{ ...line, material_code, material_name, unit_name, unit_precision, lot_managed },
          ...{ lot_number: lot_number || null, to_location_code: location_code },
          from_location_code: bin.get(line.from_location_id)!.code,
        }
      }),
      unfilled: unfilled.map(({ material_id, ...one }) => ({
        ...one,
        material_code: faces.find(of => of.material_id === material_id)!.material_code,
      })),
    }
  }),
]
