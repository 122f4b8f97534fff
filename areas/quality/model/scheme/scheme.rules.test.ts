import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal } from '@qitao/core/refusal.ts'
import { expect, test } from 'vitest'
import { qualityErrors } from '../quality.errors.ts'
import { itemKind, type QcItemInput } from './method.record.ts'
import { checkItems } from './method.rules.ts'
import {
  checkScheme,
  firstPieces,
  type LotBefore,
  type SamplingOf,
  type SchemeScope,
  samplingOfLot,
  schemesFor,
} from './scheme.rules.ts'
import { sampling } from './scheme.status.ts'

const scope = (of: Partial<SchemeScope>) => ({
  ...{ qc_type: 1, material_id: null, type_id: null, supplier_id: null, process_id: null },
  ...of,
})
const all = {
  everything: scope({}),
  type: scope({ type_id: 'T' }),
  supplier: scope({ supplier_id: 'S' }),
  'type of supplier': scope({ type_id: 'T', supplier_id: 'S' }),
  material: scope({ material_id: 'M' }),
  'material of supplier': scope({ material_id: 'M', supplier_id: 'S' }),
  'another material': scope({ material_id: 'N' }),
  'finished goods': scope({ qc_type: 3 }),
  'in process': scope({ qc_type: 2 }),
  process: scope({ qc_type: 2, process_id: 'P' }),
  'material in process': scope({ qc_type: 2, material_id: 'M' }),
}
type Name = keyof typeof all
const chosen = (names: readonly Name[], goods: Partial<SchemeScope>) => {
  const schemes = names.map(name => ({ ...all[name], name }))
  return schemesFor(schemes, scope(goods)).map(({ name }) => name)
}
test.each<[string, Name[], Partial<SchemeScope>, Name[]]>([
  ['nothing stands for the goods', ['another material', 'finished goods'], { material_id: 'M' }, []],
  ['a plan for everything', ['everything'], { material_id: 'M' }, ['everything']],
  ['the type before everything', ['everything', 'type'], { material_id: 'M', type_id: 'T' }, ['type', 'everything']],
  [
    'the supplier before the type',
    ['type', 'supplier'],
    { material_id: 'M', type_id: 'T', supplier_id: 'S' },
    ['supplier', 'type'],
  ],
  [
    'both together before each',
    ['type', 'supplier', 'type of supplier'],
    { type_id: 'T', supplier_id: 'S' },
    ['type of supplier', 'supplier', 'type'],
  ],
  [
    'the material before all of that',
    ['type of supplier', 'material'],
    { material_id: 'M', type_id: 'T', supplier_id: 'S' },
    ['material', 'type of supplier'],
  ],
  [
    'the material of that supplier first',
    ['material', 'material of supplier'],
    { material_id: 'M', supplier_id: 'S' },
    ['material of supplier', 'material'],
  ],
  ['of another supplier the material alone', ['material', 'material of supplier'], { material_id: 'M' }, ['material']],
  [
    'a process before every one, and the material before the process',
    ['in process', 'process', 'material in process'],
    { qc_type: 2, material_id: 'M', process_id: 'P' },
    ['material in process', 'process', 'in process'],
  ],
  ['of another process what is for all', ['in process', 'process'], { qc_type: 2, process_id: 'Q' }, ['in process']],
  ['finished goods have their own', ['everything', 'finished goods'], { qc_type: 3 }, ['finished goods']],
])('%s', (_, names, goods, expected) => {
  expect(chosen(names, goods)).toEqual(expected)
})

const plan = {
  ...{ sampling: sampling.codes.all, sample_size: null, inspection_level: null, aql: null },
  ...{ skip_after: null, skip_one_in: null },
}
const good: LotBefore = { accepted: true, skipped: false, lot_size: 1000, nonconforming: 0 }
test('a first piece is one, or as many as the plan says', () => {
  expect(firstPieces(plan)).toBe(1)
  expect(firstPieces({ sampling: sampling.codes.fixed, sample_size: 3 })).toBe(3)
})
const bad: LotBefore = { ...good, accepted: false, nonconforming: 9 }
const fixed = { ...plan, sampling: sampling.codes.fixed, sample_size: 5 }
const aql = { ...plan, sampling: sampling.codes.aql, inspection_level: 'II', aql: '1' }
const skips = { skip_after: 2, skip_one_in: 3 }
type Drawn = Partial<ReturnType<typeof samplingOfLot>>
test.each<[string, SamplingOf | null, string, LotBefore[], Drawn]>([
  [
    'no plan: all of it, a part of a piece is one',
    null,
    '12.5',
    [],
    { sample_size: 13, accept_number: 0, reject_number: 1 },
  ],
  ['all pieces', plan, '40', [], { sample_size: 40, skipped: false, severity: null }],
  ['a fixed number', fixed, '100', [], { sample_size: 5, accept_number: 0 }],
  ['a lot smaller than the fixed number', fixed, '3', [], { sample_size: 3 }],
  [
    'AQL 1.0 of 1,000',
    aql,
    '1000',
    [],
    { severity: 'normal', code_letter: 'J', sample_size: 80, accept_number: 2, reject_number: 3 },
  ],
  [
    'after two of five refused',
    aql,
    '1000',
    [bad, good, bad],
    { severity: 'tightened', code_letter: 'J', sample_size: 80, accept_number: 1 },
  ],
  ['after ten good lots', aql, '1000', Array(10).fill(good), { severity: 'reduced', sample_size: 32 }],
  [
    'sampling has ended: all of it',
    aql,
    '1000',
    Array(7).fill(bad),
    { severity: 'tightened', code_letter: null, sample_size: 1000 },
  ],
  ['too few good lots to skip one', { ...plan, ...skips }, '10', [good], { skipped: false }],
  ['good lots enough', { ...plan, ...skips }, '10', [good, good], { skipped: true }],
  [
    'good lots enough, but sampling has ended',
    { ...aql, ...skips },
    '1000',
    Array(7).fill(bad),
    { skipped: false, sample_size: 1000 },
  ],
])('what is drawn of a lot: %s', (_, scheme, quantity, before, drawn) => {
  expect(samplingOfLot(scheme, quantity, before)).toMatchObject(drawn)
})

const code = (run: () => void) => {
  try {
    run()
  } catch (error) {
    if (error instanceof Refusal) return error.definition.code
    throw error
  }
  return 200
}
const scheme = {
  ...{ code: 'P', name: 'P', qc_type: 1 as const, material_id: null, type_id: null, supplier_id: null, method_id: 'm' },
  ...{ ...plan, sampling: sampling.codes.all, release_hours: 24, remark: null },
  ...{ process_id: null, every_pieces: null, every_hours: null, blocks: 0 as const },
}
test('each way of sampling has what it needs', () => {
  const required = generalErrors.fieldRequired.code
  const check = (more: object) => code(() => checkScheme({ ...scheme, ...more } as never))
  expect(check({})).toBe(200)
  expect(check({ sampling: sampling.codes.fixed })).toBe(required)
  expect(check({ sampling: sampling.codes.aql, aql: '1' })).toBe(required)
  expect(check({ sampling: sampling.codes.aql, inspection_level: 'II' })).toBe(required)
  expect(check({ qc_type: 2 })).toBe(required)
  expect(check({ qc_type: 2, every_hours: 4 })).toBe(200)
  expect(check({ qc_type: 5, process_id: 'p' })).toBe(200)
  expect(check({ process_id: 'p' })).toBe(generalErrors.badParameter.code)
  expect(check({ skip_after: 3 })).toBe(required)
  expect(check({ skip_one_in: 3 })).toBe(required)
  expect(check({ skip_after: 3, skip_one_in: 3 })).toBe(200)
})

const item = (more: Partial<QcItemInput> = {}): QcItemInput => ({
  ...{
    name: 'Length',
    kind: itemKind.codes.number,
    defect_class: 2,
    standard: null,
    lower_limit: '9',
    upper_limit: '11',
  },
  ...{ unit: 'mm', choices: null, good_choices: null, tool: null, required: true },
  ...more,
})
test.each<[string, QcItemInput[], number]>([
  ['no item', [], qualityErrors.noItems.code],
  ['one item', [item()], 200],
  ['one limit', [item({ lower_limit: null })], 200],
  ['the same item twice', [item(), item()], qualityErrors.itemExists.code],
  ['limits that nothing can meet', [item({ lower_limit: '11' })], generalErrors.badParameter.code],
  ['a choice without choices', [item({ kind: 3 })], generalErrors.badParameter.code],
  ['none of them good', [item({ kind: 3, choices: 'A,B' })], generalErrors.badParameter.code],
  ['a good one that is none', [item({ kind: 3, choices: 'A,B', good_choices: 'C' })], generalErrors.badParameter.code],
  ['choices', [item({ kind: 3, choices: 'A，B、C', good_choices: 'A,B' })], 200],
])('items of a method: %s', (_, items, expected) => {
  expect(code(() => checkItems(items))).toBe(expected)
})
