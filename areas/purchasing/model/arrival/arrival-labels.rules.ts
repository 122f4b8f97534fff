import { formatQuantity } from '@qitao/core/quantity.ts'
import { type Language, say } from '@qitao/core/text.ts'
import type { ArrivalHead, ArrivalLineRow } from './arrival.calls.ts'
import { arrivalLine } from './arrival.record.ts'

/** Labels go onto containers: what is scanned is the lot that was announced, else the material; which of how many, when there are several. */
export const labelsOfArrival = (
  { no, supplier_name }: Pick<ArrivalHead, 'no' | 'supplier_name'>,
  lines: readonly Pick<
    ArrivalLineRow,
    'lot_number' | 'container_count' | 'material_code' | 'material_name' | 'material_specs' | 'quantity' | 'unit_name'
  >[],
  language: Language,
) =>
  lines.flatMap(
    ({ lot_number, container_count, material_code, material_name, material_specs, quantity, unit_name }) => {
      const count = container_count ?? 1
      return Array.from({ length: count }, (_, index) => ({
        kind: lot_number ? say(arrivalLine.fields.lot_number.title, language) : '',
        code: lot_number ?? material_code,
        name: material_name,
        more: [lot_number ? material_code : '', material_specs ?? ''].filter(Boolean).join('  '),
        facts: [no, supplier_name, count === 1 ? `${formatQuantity(quantity)} ${unit_name}` : `${index + 1}/${count}`],
      }))
    },
  )
