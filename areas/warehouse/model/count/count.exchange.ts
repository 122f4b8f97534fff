import { exchange } from '@qitao/core/exchange.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { countCalls, mostEntries } from './count.calls.ts'
import { countedRow, countLine } from './count.record.ts'

/**
 * Counted figures, as the lines of a count are exported: counting where there is no network. A row without a figure changes nothing, and none
 * whose line was counted since the sheet went out is taken.
 */
export const countedExchange = exchange({
  type: 'counted',
  record: countedRow,
  pages: [pages.stockCounts, pages.editStockCount],
  shows: [countLine],
  rows: {
    kind: 'document',
    key: ['count_id'],
    mostRows: mostEntries,
    call: countCalls.enter,
    input: rows => ({
      id: rows[0]!.count_id,
      entries: rows.map(
        ({ count_id: _, line_no, material_id, location_id, row_version, counted_quantity = null, ...more }) => ({
          ...{ line_no, counted_quantity, blank: counted_quantity === null, ...more },
          ...(line_no === null ? { material_id, location_id } : {}),
          ...(typeof row_version === 'number' ? { row_version } : {}),
        }),
      ),
    }),
  },
})
