import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { type CustomType, mostCustomFields } from '@qitao/core/custom.ts'
import { knownRecords } from '@qitao/core/known-record.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { failureText } from '@qitao/platform/web/call/failures.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { confirm } from '@qitao/platform/web/show/confirm.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Button, Checkbox, Input, Select, Switch } from 'antd'
import { useEffect, useState } from 'react'
import { featureEnable } from '../../model/company/feature-enable.status.ts'
import { type CustomFieldRow, queryCustomFieldList, setCustomFieldList } from '../../model/record/custom-field.calls.ts'
import '../record/records.css'

const types: Readonly<Record<CustomType, Text>> = {
  text: text('文本', 'Text'),
  number: text('数字', 'Number'),
  date: text('日期', 'Date'),
  select: text('选项', 'Choice'),
}
type Draft = Omit<CustomFieldRow, 'id' | 'field_key' | 'module_code' | 'sequence'> & { id?: string; key: string }
const draftOf = ({ id, field_name, field_type, options, required, enabled }: CustomFieldRow): Draft => ({
  ...{ id, key: id, field_name, field_type, options, required, enabled },
})
const { on, off } = featureEnable.codes

/** Kinds of records that may have fields of the company's own. */
const ownFieldKinds = () =>
  [...knownRecords()].flatMap(([value, { custom }]) => (custom === undefined ? [] : [{ value, title: custom }]))

/** The company's own fields of one kind of record: at most ten, in their order. */
export function CustomFieldSection({ onChanged }: { onChanged?: (changed: boolean) => void }) {
  const say = useSay()
  const [module_code, choose] = useState(() => ownFieldKinds()[0]!.value)
  const [changed, setChanged] = useState(false)
  const mark = (next: boolean) => {
    setChanged(next)
    onChanged?.(next)
  }
  const other = async (next: string) => {
    const leave = {
      title: text('有未保存的修改', 'There are unsaved changes'),
      ok: text('放弃修改', 'Discard'),
      danger: true,
    }
    if (changed && !(await confirm(leave))) return
    mark(false)
    choose(next)
  }
  return (
    <section aria-label={say(text('自定义字段', 'Custom fields'))}>
      <header className="qt-section-head">
        <h2>{say(text('自定义字段', 'Custom fields'))}</h2>
        <Select
          aria-label={say(text('对象', 'Record'))}
          value={module_code}
          popupMatchSelectWidth={false}
          options={ownFieldKinds().map(({ value, title }) => ({ value, label: say(title) }))}
          onChange={next => void other(next)}
        />
      </header>
      <p className="qt-secondary">
        {say(
          text(
            '每个对象最多10个。字段出现在列表列、筛选、表单、导入导出中；停用后保留已填的值。',
            'Ten for each kind at most. They are columns, filters, form fields and part of Excel files. A field that is switched off keeps its values.',
          ),
        )}
      </p>
      <Fields key={module_code} module_code={module_code} onChanged={mark} />
    </section>
  )
}

function Fields({ module_code, onChanged }: { module_code: string; onChanged: (changed: boolean) => void }) {
  const say = useSay()
  const language = useLanguage()
  const stored = useCall(queryCustomFieldList, { module_code })
  const save = useCommand(setCustomFieldList, { refreshes: [queryCustomFieldList] })
  const [drafts, setDrafts] = useState<readonly Draft[]>()
  useEffect(() => {
    if (stored.data && drafts === undefined) setDrafts(stored.data.result.map(draftOf))
  }, [stored.data, drafts])
  if (stored.error && !stored.data) return <ErrorState failure={stored.error} retry={stored.refetch} />
  if (!drafts) return <RowsSkeleton rows={3} />

  const isChanged = JSON.stringify(drafts) !== JSON.stringify(stored.data?.result.map(draftOf) ?? [])
  const set = (next: readonly Draft[]) => {
    setDrafts(next)
    onChanged(true)
  }
  const change = (at: number, change: Partial<Draft>) =>
    set(drafts.map((draft, index) => (index === at ? { ...draft, ...change } : draft)))
  const move = (at: number, by: 1 | -1) => {
    const next = [...drafts]
    const [one] = next.splice(at, 1)
    next.splice(at + by, 0, one!)
    set(next)
  }
  const drop = async (at: number) => {
    const { id, field_name } = drafts[at]!
    const ask = {
      title: text('删除字段？已填的值不再显示', 'Delete the field? Its values are no longer shown'),
      objects: [field_name],
      danger: true,
    }
    if (id === undefined || (await confirm(ask))) set(drafts.filter((_, index) => index !== at))
  }
  const submit = async () => {
    const custom_fields = drafts.map(({ key: _, ...field }) => field)
    if (!(await save.run({ module_code, custom_fields }))) return
    setDrafts(undefined)
    onChanged(false)
  }
  const wrongRow = save.failure?.data.row
  return (
    <>
      <ol className="qt-rule-rows">
        {drafts.map((draft, index) => (
          <li key={draft.key} className={wrongRow === index + 1 ? 'qt-rule-wrong' : undefined}>
            <Input
              aria-label={say(text('字段名称', 'Field name'))}
              placeholder={say(text('字段名称', 'Field name'))}
              maxLength={50}
              value={draft.field_name}
              autoFocus={draft.id === undefined && draft.field_name === ''}
              onChange={event => change(index, { field_name: event.target.value })}
            />
            <Select<CustomType>
              aria-label={say(text('类型', 'Type'))}
              disabled={draft.id !== undefined}
              value={draft.field_type}
              options={Object.entries(types).map(([value, title]) => ({
                value: value as CustomType,
                label: say(title),
              }))}
              onChange={field_type => change(index, { field_type })}
            />
            {draft.field_type === 'select' ? (
              <Select
                mode="tags"
                className="qt-rule-wide"
                aria-label={say(text('选项', 'Choices'))}
                placeholder={say(text('输入选项后回车', 'Type a choice, then Enter'))}
                open={false}
                suffixIcon={null}
                value={draft.options}
                onChange={options => change(index, { options })}
              />
            ) : (
              <span className="qt-rule-wide" />
            )}
            <Checkbox checked={draft.required} onChange={event => change(index, { required: event.target.checked })}>
              {say(text('必填', 'Required'))}
            </Checkbox>
            <Switch
              aria-label={say(text('启用', 'In use'))}
              checked={draft.enabled === on}
              onChange={next => change(index, { enabled: next ? on : off })}
            />
            <span className="qt-rule-acts">
              <Button
                type="text"
                size="small"
                disabled={index === 0}
                icon={<ArrowUpOutlined aria-hidden />}
                aria-label={say(text('上移', 'Move up'))}
                onClick={() => move(index, -1)}
              />
              <Button
                type="text"
                size="small"
                disabled={index === drafts.length - 1}
                icon={<ArrowDownOutlined aria-hidden />}
                aria-label={say(text('下移', 'Move down'))}
                onClick={() => move(index, 1)}
              />
              <Button
                type="text"
                size="small"
                danger
                icon={<DeleteOutlined aria-hidden />}
                aria-label={say(text('删除', 'Delete'))}
                onClick={() => void drop(index)}
              />
            </span>
          </li>
        ))}
      </ol>
      {save.failure && wrongRow !== undefined ? (
        <p className="qt-setting-problem" role="alert">
          {failureText(save.failure, language)}
        </p>
      ) : null}
      <footer className="qt-settings-foot">
        <ActButton
          primary
          loading={save.pending}
          act={{
            title: text('保存', 'Save'),
            run: needing(save.call, submit),
            whyNot: isChanged ? undefined : text('没有修改', 'Nothing was changed'),
          }}
        />
        <Button
          icon={<PlusOutlined aria-hidden />}
          disabled={drafts.length >= mostCustomFields}
          onClick={() =>
            set([
              ...drafts,
              {
                key: `new ${drafts.length} ${Date.now()}`,
                ...{ field_name: '', field_type: 'text', options: [], required: false, enabled: on },
              },
            ])
          }
        >
          {say(text('新增字段', 'Add a field'))}
        </Button>
        {isChanged ? (
          <Button
            type="link"
            onClick={() => {
              setDrafts(undefined)
              onChanged(false)
            }}
          >
            {say(text('撤销修改', 'Undo changes'))}
          </Button>
        ) : null}
      </footer>
    </>
  )
}
