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
import { Button, Checkbox, Form, Input, Select } from 'antd'
import { listMaterials, queryProduct } from '../model/material/material.calls.ts'
import type { MaterialRow } from '../model/material/material.record.ts'
import { makeVariants, previewVariants, type VariantRow } from '../model/material/variant.calls.ts'
import { signOf } from '../model/material/variant.rules.ts'
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
  /** What stands for a value of an attribute in the code, where somebody has said it: by attribute and value. */
  signs: Readonly<Record<string, string>>
  codes: readonly string[]
}
const signKey = (field_key: string, value: string): string => `${field_key} ${value}`
const attributeOf = ({ field_key, options }: Choice, signs: VariantForm['signs']) => ({
  field_key,
  values: options.map((value, place) => ({ value, sign: signs[signKey(field_key, value)] ?? signOf(value, place) })),
})

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
  const asked = ({ down, across, signs, separator }: VariantForm) => ({
    ...{ material_id: of.id, separator },
    attributes: [down, across].flatMap(key => {
      const choice = choices.find(({ field_key }) => field_key === key)
      return choice ? [attributeOf(choice, signs)] : []
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
        ...{ separator: '-', signs: {}, codes: [] },
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
    attributes: ReturnType<typeof attributeOf>[]
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
  const input = down ? asked({ down, across: across ?? null, separator, signs, codes }) : null
  const found = useCall(previewVariants, input && input.attributes.length > 0 ? input : null, { keepPrevious: true })
  const rows = choices.find(({ field_key }) => field_key === down)
  const columns = choices.find(({ field_key }) => field_key === across && field_key !== down)
  const all = found.data?.result ?? []
  const open = all.filter(({ existing }) => existing === null).map(({ code }) => code)
  const setCodes = (next: readonly string[]) => form.setFieldValue('codes', next)
  const toggle = (some: readonly string[], on: boolean) =>
    setCodes(on ? [...new Set([...codes, ...some])] : codes.filter(code => !some.includes(code)))
  const setSign = (field_key: string, value: string, sign: string) => {
    form.setFieldValue('signs', { ...signs, [signKey(field_key, value)]: sign })
    setCodes([])
  }
  const of = (...values: string[]) => all.find(one => values.every((value, index) => one.values[index] === value))
  const options = choices.map(({ field_key, field_name }) => ({ value: field_key, label: field_name }))
  const head = (choice: Choice, value: string) => (
    <>
      {value}
      <Input
        size="small"
        className="qt-variant-sign"
        aria-label={say(text('{value} 的代号', 'Sign of {value}'), { value })}
        defaultValue={signOf(value, choice.options.indexOf(value))}
        onBlur={event => setSign(choice.field_key, value, event.target.value)}
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
      </div>
      {found.error ? (
        <ErrorState failure={found.error} retry={found.refetch} />
      ) : !found.data || !rows ? (
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
                  <th>{rows.field_name}</th>
                  {columns ? (
                    columns.options.map(value => <th key={value}>{head(columns, value)}</th>)
                  ) : (
                    <th>{say(text('物料编码', 'Material code'))}</th>
                  )}
                </tr>
              </thead>
              <tbody>
                {rows.options.map(value => (
                  <tr key={value}>
                    <th>{head(rows, value)}</th>
                    {(columns ? columns.options.map(other => of(value, other)) : [of(value)]).map(variant =>
                      variant ? (
                        <td key={variant.values.join(' ')}>
                          <VariantCell of={variant} chosen={codes.includes(variant.code)} choose={toggle} />
                        </td>
                      ) : null,
                    )}
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
