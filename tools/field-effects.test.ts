import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordType } from '@qitao/core/record.ts'
import { manufacturingBom, manufacturingBomNode } from '@qitao/engineering/model/bom/manufacturing-bom.record.ts'
import { materialBom, materialBomLine } from '@qitao/engineering/model/bom/material-bom.record.ts'
import { routing, routingStep } from '@qitao/engineering/model/routing/routing.record.ts'
import { changeLine } from '@qitao/engineering/model/time/change-line.record.ts'
import { cycleTime } from '@qitao/engineering/model/time/cycle-time.record.ts'
import { mould } from '@qitao/engineering/model/time/mould.record.ts'
import { calendar } from '@qitao/masterdata/model/calendar/calendar.record.ts'
import { material } from '@qitao/masterdata/model/material/material.record.ts'
import { materialType } from '@qitao/masterdata/model/material/material-type.record.ts'
import { customer } from '@qitao/masterdata/model/partner/customer.record.ts'
import { supplier } from '@qitao/masterdata/model/partner/supplier.record.ts'
import { process } from '@qitao/masterdata/model/process/process.record.ts'
import { device } from '@qitao/masterdata/model/resource/device.record.ts'
import { skill } from '@qitao/masterdata/model/resource/skill.record.ts'
import { workgroup } from '@qitao/masterdata/model/resource/workgroup.record.ts'
import { unit } from '@qitao/masterdata/model/unit/unit.record.ts'
import { unitConversion } from '@qitao/masterdata/model/unit/unit-conversion.record.ts'
import { expect, test } from 'vitest'

const masterRecords: Readonly<Record<string, RecordType>> = {
  material,
  material_type: materialType,
  unit,
  unit_conversion: unitConversion,
  customer,
  supplier,
  process,
  device,
  workgroup,
  skill,
  calendar,
  routing,
  routing_step: routingStep,
  material_bom: materialBom,
  material_bom_line: materialBomLine,
  manufacturing_bom: manufacturingBom,
  manufacturing_bom_node: manufacturingBomNode,
  cycle_time: cycleTime,
  change_line: changeLine,
  mould,
}

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const row = /^\| `(\w+\.\w+)` \| ([^|]+) \| (?:`([^`]+)`<br>(.+)|(nothing)) \|$/gm
const told = [...read('docs/field-effects.md').matchAll(row)].map(([, field, , file, title]) => ({
  field,
  file,
  title,
}))

/** By words in the name of a test, in a case of a table of tests, or by the contract of a call: not by a line within one. */
const isNamed = (source: string, words: string): boolean =>
  source
    .split('\n')
    .some(line => line.includes(words) && /^\s*(test|describe)[.(]|^\s*\]?\)?\(?['"`[]|^contract\(/.test(line))

test('each field that can be written in a master record has its row, and no other has', () => {
  const written = Object.entries(masterRecords).flatMap(([name, { fields }]) =>
    Object.entries(fields).flatMap(([field, { readOnly }]) => (readOnly ? [] : `${name}.${field}`)),
  )
  expect(told.map(({ field }) => field).toSorted()).toEqual(written.toSorted())
})
test('what a field changes is shown by a test that is there', () => {
  const held = told.filter(({ file }) => file !== undefined)
  expect(held.filter(({ file, title }) => !isNamed(read(file!), title!))).toEqual([])
})
test('no field is without an effect', () => {
  expect(told.filter(({ file }) => file === undefined).map(({ field }) => field)).toEqual([])
})
