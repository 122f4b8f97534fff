import { readyRole } from '@qitao/access/model/member/ready-roles.ts'
import { type Language, say, type Text, text } from '@qitao/core/text.ts'
import { type Factory, sampleRoles } from './factory.ts'

/** What a company has once only of each name, and the names that a sample factory needs of it. */
export interface NamedKind {
  readonly table: string
  readonly column: string
  readonly title: Text
  readonly names: readonly string[]
}

const firstOf = (list: readonly (readonly [code: string, ...rest: unknown[]])[]): string[] => list.map(([code]) => code)

/** The code of a product's routing. */
export const routingCode = (product: string): string => `R-${product}`

/** Every name that the sample brings along; a company with one of its own cannot have the sample. Units are shared instead. */
export function namesOf(factory: Factory, language: Language): NamedKind[] {
  const { suppliers, customers, inspections } = { ...factory, inspections: factory.past.inspections }
  const said = (names: readonly Text[]) => names.map(name => say(name, language))
  const supplier = { table: 'supplier', title: text('供应商', 'supplier') }
  const customer = { table: 'customer', title: text('客户', 'customer') }
  const codes = { column: 'code' }
  return [
    { ...supplier, ...codes, names: firstOf(suppliers) },
    { ...supplier, column: 'name', names: said(suppliers.map(([, name]) => name)) },
    { ...customer, ...codes, names: firstOf(customers) },
    { ...customer, column: 'name', names: said(customers.map(([, name]) => name)) },
    {
      table: 'material_type',
      title: text('物料类型', 'material type'),
      ...codes,
      names: firstOf(factory.materialTypes),
    },
    {
      ...{ table: 'role', title: text('角色', 'role'), column: 'role_name' },
      names: said(sampleRoles.map(key => readyRole(key).name)),
    },
    { table: 'app_user', title: text('账号', 'account'), column: 'account', names: firstOf(factory.people) },
    { table: 'process', title: text('工序', 'process'), ...codes, names: firstOf(factory.processes) },
    {
      ...{ table: 'calendar', title: text('日历', 'calendar'), column: 'name' },
      names: said(factory.calendars.map(({ name }) => name)),
    },
    {
      ...{ table: 'workgroup', title: text('班组', 'workgroup'), ...codes },
      names: factory.workgroups.map(({ code }) => code),
    },
    {
      ...{ table: 'device', title: text('设备', 'machine'), column: 'machine_no' },
      names: factory.devices.map(({ no }) => no),
    },
    {
      ...{ table: 'routing', title: text('工艺路线', 'routing'), ...codes },
      names: factory.recipes.map(({ product }) => routingCode(product)),
    },
    {
      ...{ table: 'mould', title: text('模具工装', 'mould or tool'), ...codes },
      names: factory.moulds.map(({ code }) => code),
    },
    { table: 'warehouse', title: text('仓库', 'warehouse'), ...codes, names: firstOf(factory.warehouses) },
    {
      table: 'container_type',
      title: text('容器类型', 'container type'),
      ...codes,
      names: firstOf(factory.containerTypes),
    },
    {
      ...{ table: 'container_type', title: text('容器类型', 'container type'), column: 'name' },
      names: said(factory.containerTypes.map(([, name]) => name)),
    },
    { table: 'container', title: text('容器', 'container'), ...codes, names: firstOf(factory.containers) },
    {
      ...{ table: 'qc_method', title: text('检验方法', 'inspection method'), ...codes },
      names: inspections.map(({ code }) => code),
    },
    {
      ...{ table: 'qc_scheme', title: text('检验方案', 'inspection plan'), ...codes },
      names: inspections.map(({ code }) => code),
    },
  ]
}

const toldAtOnce = 5

/** What is in the way, and what to do about it. */
export function takenText(taken: readonly { readonly title: Text; readonly name: string }[]): Text {
  const shown = taken.slice(0, toldAtOnce)
  const [listZh, listEn] = [
    shown.map(({ title, name }) => `${title.zh}“${name}”`).join('、'),
    shown.map(({ title, name }) => `${title.en} “${name}”`).join(', '),
  ]
  const more = taken.length - shown.length
  return text(
    `公司已有与示例数据同名的${listZh}${more > 0 ? `，另有${more}个` : ''}。请先改名或改编码再加载，或在另一家公司加载示例数据`,
    `The company already has, by a name of the sample: ${listEn}${more > 0 ? ` and ${more} more` : ''}. Rename them first, or load the sample in another company`,
  )
}
