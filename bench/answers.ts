// What it costs that of an answer only the declared columns leave the server, beside what checking it all would cost.
//   npm run bench:answers
import { material } from '@qitao/masterdata/model/material/material.record.ts'
import { declaredOf } from '@qitao/platform/server/http/declared.ts'
import { z } from 'zod'

const values = ['8f14e45f-ceea-467a-9575-0c0f2b1a2b3c', 'abc', 1, '1', 1_800_000_000, true, [], {}, null]
const row = Object.fromEntries(
  Object.entries(material.row.shape).map(([name, schema]) => [name, values.find(one => schema.safeParse(one).success)]),
)
const list = z.object({ result: z.array(material.row), total: z.int(), next_cursor: z.string().nullable() })
const declared = declaredOf(list)

console.log(
  `a material: ${Object.keys(row).length} columns, ${JSON.stringify(row).length} bytes; milliseconds of the event loop`,
)
for (const count of [20, 100, 500, 2000]) {
  const given = {
    result: Array.from({ length: count }, () => ({ ...row, undeclared: 1 })),
    total: count,
    next_cursor: null,
  }
  const [picked, parsed, written] = [() => declared(given), () => list.parse(given), () => JSON.stringify(given)].map(
    timeOf,
  )
  console.log(`${count} rows: declared columns ${picked}, checked ${parsed}, written as JSON ${written}`)
}
function timeOf(work: () => unknown): string {
  for (let times = 0; times < 10; times++) work()
  const all = Array.from({ length: 21 }, () => {
    const began = performance.now()
    work()
    return performance.now() - began
  })
  return all.toSorted((a, b) => a - b)[10]!.toFixed(2)
}
