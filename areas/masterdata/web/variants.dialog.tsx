import { featureEnable } from '@qitao/access/model/company/feature-enable.status.ts'
import { queryCustomFieldList } from '@qitao/access/model/record/custom-field.calls.ts'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { openPage } from '@qitao/platform/web/frame/navigation.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { Alert, Button, Checkbox, Form, Input, Select } from 'antd'
import { listMaterials, queryProduct } from '../model/material/material.calls.ts'
import type { MaterialRow } from '../model/material/material.record.ts'
import { makeVariants, mostVariants, previewVariants, type VariantRow } from '../model/material/variant.calls.ts'
import { combinations, signsOf } from '../model/material/variant.rules.ts'
import './variants.css'

interface Choice {
  readonly field_key: string
  readonly field_name: string
  readonly options: readonly string[]
}
interface VariantForm {
  down: string | null
  across: string | null
  separator: string
  /** The values that are wanted, by attribute; none: all. */
  wanted: Readonly<Record<string, readonly string[] | undefined>>
  /** What stands for a value of an attribute in the code, where somebody has said it: by attribute and value. */
  signs: Readonly<Record<string, string>>
  codes: readonly string[]
}
/** As many characters as its call takes. */
const longestSign = 20
const signKey = (field_key: string, value: string): string => `${field_key} ${value}`
const attributeOf = ({ field_key, options }: Choice, { signs, wanted }: Pick<VariantForm, 'signs' | 'wanted'>) => {
  const some = wanted[field_key] ?? []
  const all = [...signsOf(options)].map(([value, sign]) => ({ value, sign: signs[signKey(field_key, value)] ?? sign }))
  return { field_key, values: some.length > 0 ? all.filter(({ value }) => some.includes(value)) : all }
}
type Attribute = ReturnType<typeof attributeOf>

/** Materials that differ from one by values of one or two attributes: chosen in a matrix, with their codes, made at once. */
export function VariantsDialog({ of, onClose }: { of: MaterialRow; onClose: () => void }) {
  const custom = useCall(queryCustomFieldList, { module_code: 'material' })
  const choices = (custom.data?.result ?? []).filter(
    ({ enabled, field_type }) => enabled === featureEnable.codes.on && field_type === 'select',
  )
  const make = useCommand(makeVariants, {
    refreshes: [listMaterials, queryProduct, previewVariants],
    success: ({ made, existing }) =>
      text(
        `已生成 ${made.length} 个变型${existing.length > 0 ? `，${existing.length} 个已存在` : ''}`,
        `${made.length} variants made${existing.length > 0 ? `, ${existing.length} were there` : ''}`,
      ),
  })
  const asked = ({ down, across, separator, ...how }: VariantForm) => ({
    ...{ material_id: of.id, separator },
    attributes: [...new Set([down, across])].flatMap(key => {
      const choice = choices.find(({ field_key }) => field_key === key)
      return choice ? [attributeOf(choice, how)] : []
    }),
  })
  const [first, second] = choices
  if (!custom.data) return null
  return (
    <DialogForm<VariantForm>
      open
      wide
      title={text(`生成变型：${of.code} ${of.name}`, `Variants of ${of.code} ${of.name}`)}
      values={{
        ...{ down: first?.field_key ?? null, across: second?.field_key ?? null },
        ...{ separator: '-', wanted: {}, signs: {}, codes: [] },
      }}
      save={saveWith(
        make,
        (form: VariantForm) => ({ ...asked(form), codes: [...form.codes] }),
        text('生成所选', 'Make the chosen'),
      )}
      onClose={onClose}
    >
      {choices.length === 0 ? <NoAttributes /> : <Matrix choices={choices} asked={asked} />}
    </DialogForm>
  )
}

function NoAttributes() {
  const say = useSay()
  return (
    <EmptyState
      text={text(
        '还没有属性：先为物料添加单选的自定义字段，如尺码、颜色',
        'There is no attribute yet: add choice fields to materials first, such as size and colour',
      )}
      next={
        <Button onClick={() => openPage(pages.materialConfiguration)}>{say(pages.materialConfiguration.title)}</Button>
      }
    />
  )
}

interface MatrixProps {
  choices: readonly Choice[]
  asked: (form: VariantForm) => {
    material_id: string
    separator: string
    attributes: Attribute[]
  }
}

function Matrix({ choices, asked }: MatrixProps) {
  const say = useSay()
  const form = Form.useFormInstance()
  const down = Form.useWatch('down') as string | null | undefined
  const across = Form.useWatch('across') as string | null | undefined
  const separator = (Form.useWatch('separator') as string | undefined) ?? '-'
  const signs = (Form.useWatch('signs') as VariantForm['signs'] | undefined) ?? {}
  const codes = (Form.useWatch('codes') as readonly string[] | undefined) ?? []
  const wanted = (Form.useWatch('wanted') as VariantForm['wanted'] | undefined) ?? {}
  const input = down ? asked({ down, across: across ?? null, separator, wanted, signs, codes }) : null
  const [rows, columns] = input?.attributes ?? []
  const count = combinations(input?.attributes ?? [])
  const found = useCall(previewVariants, input && rows && count <= mostVariants ? input : null, { keepPrevious: true })
  const all = found.data?.result ?? []
  const open = all.filter(({ existing }) => existing === null).map(({ code }) => code)
  const setCodes = (next: readonly string[]) => form.setFieldValue('codes', next)
  const toggle = (some: readonly string[], on: boolean) =>
    setCodes(on ? [...new Set([...codes, ...some])] : codes.filter(code => !some.includes(code)))
  const setSign = (key: string, sign: string) => {
    form.setFieldValue('signs', { ...signs, [key]: sign })
    setCodes([])
  }
  const of = (...values: string[]) => all.find(one => values.every((value, index) => one.values[index] === value))
  const options = choices.map(({ field_key, field_name }) => ({ value: field_key, label: field_name }))
  const choiceOf = (key: string | null | undefined) => choices.find(({ field_key }) => field_key === key)
  const nameOf = (key: string) => choiceOf(key)?.field_name ?? ''
  const head = ({ field_key }: Attribute, { value, sign }: Attribute['values'][number]) => (
    <>
      {value}
      <Input
        key={signKey(field_key, value)}
        size="small"
        className="qt-variant-sign"
        maxLength={longestSign}
        aria-label={say(text('{value} 的代号', 'Sign of {value}'), { value })}
        defaultValue={sign}
        onBlur={event => {
          if (event.target.value !== sign) setSign(signKey(field_key, value), event.target.value)
        }}
      />
    </>
  )
  return (
    <>
      <Form.Item name="signs" noStyle>
        <Kept />
      </Form.Item>
      <Form.Item name="codes" noStyle>
        <Kept />
      </Form.Item>
      <div className="qt-variant-head">
        <Form.Item name="down" label={say(text('行属性', 'Rows'))}>
          <Select options={options} onChange={() => setCodes([])} />
        </Form.Item>
        <Form.Item name="across" label={say(text('列属性', 'Columns'))}>
          <Select allowClear options={options.filter(({ value }) => value !== down)} onChange={() => setCodes([])} />
        </Form.Item>
        <Form.Item name="separator" label={say(text('编码分隔符', 'Separator'))}>
          <Input maxLength={3} onChange={() => setCodes([])} />
        </Form.Item>
        {[...new Set([choiceOf(down), choiceOf(across)])].map(choice =>
          choice ? (
            <Form.Item
              key={choice.field_key}
              name={['wanted', choice.field_key]}
              label={say(text('{name} 的值', 'Values of {name}'), { name: choice.field_name })}
            >
              <Select
                mode="multiple"
                allowClear
                maxTagCount="responsive"
                placeholder={say(text('全部', 'All'))}
                options={choice.options.map(value => ({ value, label: value }))}
                onChange={() => setCodes([])}
              />
            </Form.Item>
          ) : null,
        )}
      </div>
      {count > mostVariants ? (
        <Alert
          type="warning"
          showIcon
          title={say(
            text(
              '共 {count} 个组合，一次最多 {most} 个：请选择部分值',
              '{count} combinations, at most {most} at once: choose some of the values',
            ),
            { count, most: mostVariants },
          )}
        />
      ) : found.error ? (
        <ErrorState failure={found.error} retry={found.refetch} />
      ) : null}
      {!rows || count > mostVariants ? null : !found.data && !found.error ? (
        <RowsSkeleton />
      ) : (
        <>
          <p>
            <Checkbox
              checked={open.length > 0 && codes.length === open.length}
              indeterminate={codes.length > 0 && codes.length < open.length}
              disabled={open.length === 0}
              onChange={({ target }) => toggle(open, target.checked)}
            >
              {say(text('全选', 'All'))}
            </Checkbox>{' '}
            <span className="qt-secondary">
              {say(text('已选 {chosen}，已存在 {there}', '{chosen} chosen, {there} are there already'), {
                ...{ chosen: codes.length, there: all.length - open.length },
              })}
            </span>
          </p>
          <div className="qt-variants">
            <table aria-label={say(text('变型', 'Variants'))}>
              <thead>
                <tr>
                  <th>{nameOf(rows.field_key)}</th>
                  {columns ? (
                    columns.values.map(one => <th key={one.value}>{head(columns, one)}</th>)
                  ) : (
                    <th>{say(text('物料编码', 'Material code'))}</th>
                  )}
                </tr>
              </thead>
              <tbody>
                {rows.values.map(row => (
                  <tr key={row.value}>
                    <th>{head(rows, row)}</th>
                    {(columns?.values.map(({ value }) => [row.value, value]) ?? [[row.value]]).map(values => {
                      const variant = of(...values)
                      return (
                        <td key={values.join(' ')}>
                          {variant ? (
                            <VariantCell of={variant} chosen={codes.includes(variant.code)} choose={toggle} />
                          ) : null}
                        </td>
                      )
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </>
  )
}

/** What the form sends and the matrix shows. */
const Kept = () => null

interface CellProps {
  of: VariantRow
  chosen: boolean
  choose: (codes: readonly string[], on: boolean) => void
}
function VariantCell({ of: { code, existing }, chosen, choose }: CellProps) {
  const say = useSay()
  if (existing)
    return (
      <span className="qt-secondary" title={say(text('已存在', 'It is there already'))}>
        {existing.code} ✓
      </span>
    )
  return (
    <Checkbox checked={chosen} onChange={({ target }) => choose([code], target.checked)}>
      {code}
    </Checkbox>
  )
}
