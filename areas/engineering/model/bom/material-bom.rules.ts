import { generalErrors } from '@qitao/core/general.errors.ts'
import { fitsPrecision, isEqual, type Quantity } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import { findCycle } from '@qitao/planning/bom/cycle.ts'
import { engineeringErrors } from '../engineering.errors.ts'
import { type Validity, wayRound } from './bom.rules.ts'
import { checkDays, checkMove, expectAfter } from './bom-version.rules.ts'
import { type BomVersionStatus, bomVersionStatus } from './bom-version.status.ts'
import {
  type MaterialBomLineInput,
  materialBom,
  materialBomLine,
  mostSubstitutes,
  type StoredSubstitute,
  type Substitute,
} from './material-bom.record.ts'
import { type LineChange, sideBySide } from './side-by-side.rules.ts'

/** What contains what: from a product to a component, or to a substitute of one. */
export interface Edge {
  readonly from: string
  readonly to: string
}
export interface KnownMaterial {
  readonly id: string
  readonly code: string
  /** Decimals of the material's unit. */
  readonly precision: number
}
export interface DraftBom extends Validity {
  readonly material_id: string
  readonly version: string
  readonly base_quantity: Quantity
  readonly lines: readonly MaterialBomLineInput[]
}
/** What stands around a BoM: the materials it names, its product's other versions, the released BoMs below it. */
export interface BomSurroundings {
  readonly materials: ReadonlyMap<string, KnownMaterial>
  readonly otherVersions: ReadonlySet<string>
  readonly releasedEdges: readonly Edge[]
  readonly codes: ReadonlyMap<string, string>
  readonly now: Instant
}

/** Refuses a BoM that must not be stored, even as a draft. */
export function checkMaterialBom(bom: DraftBom, around: BomSurroundings): void {
  const product = known(around.materials, bom.material_id, { field: 'material_id' })
  if (around.otherVersions.has(bom.version)) {
    refuse(engineeringErrors.versionDuplicate, { field: 'version', field_title: materialBom.fields.version.title })
  }
  if (!fitsPrecision(bom.base_quantity, product.precision)) {
    refuse(generalErrors.unitQuantityPrecision, {
      field: 'base_quantity',
      field_title: materialBom.fields.base_quantity.title,
      limit: product.precision,
      detail: decimalsText,
    })
  }
  checkDays(bom, around.now)
  checkLines(bom, around.materials)
  checkCycle([...edgesOf(bom), ...around.releasedEdges], around.codes)
}
const decimalsText = text('最多{limit}位小数', 'At most {limit} decimals')

function known(materials: BomSurroundings['materials'], id: string, place: { field: string; row?: number }) {
  const field_title = place.row === undefined ? materialBom.fields.material_id.title : lineTitle
  return materials.get(id) ?? refuse(generalErrors.recordNotFound, { ...place, field_title })
}
const lineTitle = materialBomLine.fields.material_id.title

function checkLines({ lines }: DraftBom, materials: BomSurroundings['materials']): void {
  const rows = new Map<string, number>()
  for (const [index, line] of lines.entries()) {
    const row = index + 1
    const component = known(materials, line.material_id, { field: 'material_id', row })
    const before = rows.get(line.material_id)
    if (before !== undefined) {
      refuse(generalErrors.badParameter, {
        field: 'material_id',
        field_title: lineTitle,
        row,
        before,
        code: component.code,
        detail: text('物料{code}与第{before}行重复', 'Material {code} stands in row {before} already'),
      })
    }
    rows.set(line.material_id, row)
    if (!fitsPrecision(line.quantity, component.precision)) {
      refuse(generalErrors.unitQuantityPrecision, {
        field: 'quantity',
        field_title: materialBomLine.fields.quantity.title,
        row,
        limit: component.precision,
        detail: decimalsText,
      })
    }
    expectAfter(line, { field: 'expiry_time', field_title: materialBomLine.fields.expiry_time.title, row })
    checkSubstitutes(line, row, materials)
  }
}

function checkSubstitutes(line: MaterialBomLineInput, row: number, materials: BomSurroundings['materials']): void {
  const place = { field: 'substitutes', field_title: materialBomLine.fields.substitutes.title, row }
  const seen = new Set([line.material_id])
  for (const { material_id, valid_from = null, expiry_time = null } of line.substitutes) {
    const { code } = materials.get(material_id) ?? refuse(generalErrors.recordNotFound, place)
    if (seen.has(material_id)) {
      refuse(generalErrors.badParameter, {
        ...place,
        code,
        detail: text('物料{code}重复', 'Material {code} is repeated'),
      })
    }
    seen.add(material_id)
    expectAfter({ valid_from, expiry_time }, place)
  }
}

/** Substitutes count: what may be taken instead must not contain the product either. */
export const edgesOf = ({ material_id, lines }: Pick<DraftBom, 'material_id' | 'lines'>): Edge[] =>
  lines.flatMap(line =>
    [line.material_id, ...line.substitutes.map(one => one.material_id)].map(to => ({ from: material_id, to })),
  )

/** Refuses (5519) with the way round, by codes. */
export function checkCycle(edges: readonly Edge[], codes: ReadonlyMap<string, string>): void {
  const cycle = findCycle(edges.map(({ from, to }) => ({ material: from, components: [to] })))
  if (!cycle) return
  const { error, data } = wayRound(cycle.map(id => codes.get(id) ?? '?'))
  refuse(error, data)
}

/** A draft with components, not expired, that closes no way round with what is released. */
export function checkRelease(
  bom: Validity & { status: BomVersionStatus; edges: readonly Edge[] },
  around: Pick<BomSurroundings, 'releasedEdges' | 'codes' | 'now'>,
): void {
  checkMove('release', bom.status)
  if (bom.edges.length === 0) {
    refuse(generalErrors.fieldRequired, {
      field: 'lines',
      field_title: text('子项', 'Components'),
      detail: text('发布前请先添加子项物料', 'Add components before you release'),
    })
  }
  checkDays(bom, around.now)
  checkCycle([...bom.edges, ...around.releasedEdges], around.codes)
}

type Comparable = Pick<
  MaterialBomLineInput,
  'material_id' | 'quantity' | 'scrap_rate' | 'valid_from' | 'expiry_time'
> & {
  readonly substitutes: readonly Substitute[]
}
/** What is different between two versions, for one base quantity each; same lines are left out. */
export const compareLines = <L extends Comparable>(before: readonly L[], after: readonly L[]): LineChange<L>[] =>
  sideBySide(before, after, line => line.material_id, isSameLine).filter(({ kind }) => kind !== 'same')
const isSameLine = (a: Comparable, b: Comparable): boolean =>
  isEqual(a.quantity, b.quantity) &&
  isEqual(a.scrap_rate, b.scrap_rate) &&
  a.valid_from === b.valid_from &&
  a.expiry_time === b.expiry_time &&
  a.substitutes.length === b.substitutes.length &&
  a.substitutes.every((one, index) => {
    const other = b.substitutes[index]!
    return (
      one.material_id === other.material_id &&
      isEqual(one.ratio, other.ratio) &&
      (one.valid_from ?? null) === (other.valid_from ?? null) &&
      (one.expiry_time ?? null) === (other.expiry_time ?? null)
    )
  })

/** Refuses a substitute that is proposed for a component of a released version (of a draft it is entered in its lines). */
export function checkProposal(
  bom: { readonly status: BomVersionStatus },
  line: { readonly material_id: string; readonly substitutes: readonly Substitute[] } | undefined,
  proposed: Substitute,
  now: Instant,
): void {
  if (!bomVersionStatus.can('substitute', bom.status))
    refuse(generalErrors.statusNotAllowed, { detail: bomVersionStatus.whyNot('substitute', bom.status) })
  if (!line) refuse(generalErrors.recordNotFound, { field: 'component_id', field_title: lineTitle })
  const place = { field: 'material_id', field_title: materialBomLine.fields.substitutes.title }
  if (
    line.material_id === proposed.material_id ||
    line.substitutes.some(one => one.material_id === proposed.material_id)
  )
    refuse(generalErrors.badParameter, { ...place, detail: text('该物料已在此子项中', 'It stands there already') })
  if (line.substitutes.length >= mostSubstitutes)
    refuse(generalErrors.badParameter, {
      ...place,
      limit: mostSubstitutes,
      detail: text('最多{limit}种替代料', 'At most {limit} substitutes'),
    })
  checkDays({ valid_from: proposed.valid_from ?? null, expiry_time: proposed.expiry_time ?? null }, now)
}
/** Refuses a decision on what is not there, or which says again what it is. */
export function checkDecision(
  line: { readonly substitutes: readonly StoredSubstitute[] } | undefined,
  material_id: string,
  approved: boolean,
): void {
  const one = line?.substitutes.find(each => each.material_id === material_id)
  if (!one)
    refuse(generalErrors.recordNotFound, {
      field: 'material_id',
      field_title: materialBomLine.fields.substitutes.title,
    })
  if ((one.approved ?? true) === approved)
    refuse(generalErrors.statusNotAllowed, {
      detail: approved
        ? text('该替代料已批准', 'It is approved already')
        : text('该替代料未批准', 'It is not approved'),
    })
}
