import { quantityFromZeroField } from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { type MaterialBomRow, materialBomLine, type SubstituteRow } from '../../model/bom/material-bom.record.ts'
import { percentOf, shareOfPercent } from './percent.ts'

/** A component as the form holds it: scrap in percent, names beside ids. */
export interface BomLine {
  material_id: string | null
  material_code?: string
  /** Code and name, as the cell shows it. */
  material_name?: string
  material_specs?: string | null
  unit_name?: string
  quantity: string | null
  scrap_percent: string | null
  substitutes: SubstituteRow[]
  valid_from: number | null
  expiry_time: number | null
  position: string | null
  remark: string | null
}
export interface BomForm {
  material_id: string | null
  /** As its field shows it. */
  material_name?: string | undefined
  version: string
  base_quantity: string
  valid_from: number | null
  expiry_time: number | null
  code: string | null
  remark: string | null
  lines: BomLine[]
}
export const bomLineForm = record('material_bom_line', materialBomLine.title, {
  ...materialBomLine.fields,
  scrap_percent: { ...quantityFromZeroField('损耗率(%)', 'Scrap (%)'), required: false },
})
export const blankLine = (): BomLine => ({
  material_id: null,
  quantity: '1',
  scrap_percent: '0',
  substitutes: [],
  valid_from: null,
  expiry_time: null,
  position: null,
  remark: null,
})
export const blankBom: BomForm = {
  material_id: null,
  version: 'V1',
  base_quantity: '1',
  valid_from: null,
  expiry_time: null,
  code: null,
  remark: null,
  lines: [],
}

export const formOfBom = (bom: MaterialBomRow, lines: readonly unknown[]): BomForm => ({
  ...bom,
  lines: (lines as (BomLine & { scrap_rate: string })[]).map(({ scrap_rate, ...line }) => ({
    ...line,
    material_name: `${line.material_code} ${line.material_name}`,
    scrap_percent: percentOf(scrap_rate),
  })),
})
/** A new version, which is to say its own days; what nobody approved for the old one is not in it, as all that a version has is approved with it. */
export const copyOfBom = (form: BomForm, version: string): BomForm => ({
  ...form,
  ...{ version, valid_from: null, expiry_time: null },
  lines: form.lines.map(line => ({ ...line, substitutes: line.substitutes.filter(({ approved }) => approved) })),
})
export const wireOfBom = ({
  material_id,
  version,
  base_quantity,
  valid_from,
  expiry_time,
  code,
  remark,
  lines,
}: BomForm) => ({
  material_id,
  version,
  base_quantity,
  valid_from: valid_from ?? null,
  expiry_time: expiry_time ?? null,
  code: code ?? null,
  remark: remark ?? null,
  lines: lines.map(line => ({
    material_id: line.material_id,
    quantity: line.quantity,
    scrap_rate: shareOfPercent(line.scrap_percent ?? '0'),
    substitutes: line.substitutes.map(({ material_id, ratio, valid_from, expiry_time, approved }) => ({
      ...{ material_id, ratio, valid_from, expiry_time },
      ...(approved ? {} : { approved }),
    })),
    valid_from: line.valid_from ?? null,
    expiry_time: line.expiry_time ?? null,
    position: line.position,
    remark: line.remark,
  })),
})
