import { explain, Refusal } from '@qitao/core/refusal.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { NumberInput } from '@qitao/platform/web/form/number-input.tsx'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Button, Select, Switch } from 'antd'
import { useEffect, useState } from 'react'
import {
  getOrganizationConfig,
  type OrganizationConfig,
  setOrganizationConfig,
} from '../../model/company/organization.calls.ts'
import { changedSettings, settingsFrom } from '../../model/company/settings.rules.ts'
import { type Setting, type SettingKey, settingKeys, settingOf } from '../../model/company/settings.ts'
import '../access.css'

/** A number whose unit is a setting of its own: they stand in one row. */
const unitOf: Partial<Record<SettingKey, SettingKey>> = { publish_window_value: 'publish_window_unit' }

interface SettingsSectionProps {
  title: Text
  keys: readonly SettingKey[]
  /** Tells whether something is not saved; the page around asks before it is left. */
  onChanged?: (changed: boolean) => void
}
/** Settings with meaning, default and who changed them; saved together. The plans show their own section too. */
export function SettingsSection({ title, keys, onChanged }: SettingsSectionProps) {
  const say = useSay()
  const language = useLanguage()
  const all = useCall(getOrganizationConfig, { config_keys: [...settingKeys] })
  const save = useCommand(setOrganizationConfig, { refreshes: [getOrganizationConfig] })
  const [draft, setDraft] = useState<Readonly<Partial<Record<SettingKey, string>>>>({})
  const [problem, setProblem] = useState<Refusal>()
  const rows = new Map((all.data?.result ?? []).map(row => [row.config_key, row]))
  const changes = Object.entries(draft).filter(([key, value]) => rows.get(key)?.config_value !== value)
  const isChanged = changes.length > 0
  useEffect(() => onChanged?.(isChanged), [isChanged])
  if (all.error && !all.data) return <ErrorState failure={all.error} retry={all.refetch} />
  if (!all.data) return <RowsSkeleton rows={keys.length} />

  const change = (key: SettingKey, value: string) => {
    setDraft({ ...draft, [key]: value })
    setProblem(undefined)
  }
  const submit = async () => {
    const configs = changes.map(([config_key, config_value]) => ({ config_key, config_value }))
    const refused = refusalOf(() =>
      changedSettings(configs, settingsFrom(new Map([...rows].map(([key, row]) => [key, row.config_value])))),
    )
    setProblem(refused)
    if (!refused && (await save.run({ configs }))) setDraft({})
  }
  const control = (key: SettingKey) => (
    <SettingInput
      of={settingOf(key)}
      value={draft[key] ?? rows.get(key)?.config_value ?? ''}
      onChange={value => change(key, value)}
    />
  )
  const unchanged = text('没有修改', 'Nothing was changed')
  return (
    <section aria-label={say(title)}>
      <header className="qt-section-head">
        <h2>{say(title)}</h2>
      </header>
      {keys.map(key => {
        const unit = unitOf[key]
        const both = unit ? [key, unit] : [key]
        const isProblem = problem !== undefined && both.includes(problem.data.field as SettingKey)
        return (
          <div key={key} className="qt-setting">
            <div>
              <h3>{say(settingOf(key).title)}</h3>
              <p className="qt-secondary">{say(settingOf(key).meaning)}</p>
              <p className="qt-secondary qt-setting-meta">
                {say(text('默认：{value}', 'Default: {value}'), {
                  value: both.map(one => shownDefault(settingOf(one))).reduce(joined),
                })}
                <ChangedBy row={rows.get(key)} />
              </p>
            </div>
            <div className="qt-setting-control">
              {unit ? (
                <div className="qt-setting-pair">
                  {control(key)}
                  {control(unit)}
                </div>
              ) : (
                control(key)
              )}
              {isProblem ? (
                <span className="qt-setting-problem" role="alert">
                  {explain(problem.definition, { ...problem.data, field_title: undefined }, language)}
                </span>
              ) : null}
            </div>
          </div>
        )
      })}
      <footer className="qt-settings-foot">
        <ActButton
          primary
          loading={save.pending}
          act={{
            title: text('保存', 'Save'),
            run: needing(save.call, submit),
            whyNot: isChanged ? undefined : unchanged,
          }}
        />
        {isChanged ? (
          <Button
            type="link"
            onClick={() => {
              setDraft({})
              setProblem(undefined)
            }}
          >
            {say(text('撤销修改', 'Undo changes'))}
          </Button>
        ) : null}
      </footer>
    </section>
  )
}

function SettingInput({ of, value, onChange }: { of: Setting; value: string; onChange: (value: string) => void }) {
  const say = useSay()
  const label = say(of.title)
  switch (of.kind) {
    case 'flag':
      return (
        <Switch
          aria-label={label}
          checked={value === '1'}
          checkedChildren={say(text('开启', 'On'))}
          unCheckedChildren={say(text('关闭', 'Off'))}
          onChange={on => onChange(on ? '1' : '0')}
        />
      )
    case 'choice':
      return (
        <Select
          aria-label={label}
          value={value}
          options={of.options.map(option => ({ value: option.code, label: say(option.title) }))}
          onChange={onChange}
        />
      )
    case 'integer':
      return (
        <NumberInput
          aria-label={label}
          decimals={0}
          unit={of.unit && say(of.unit)}
          value={value}
          onChange={next => onChange(next ?? '')}
        />
      )
  }
}

const joined = (one: Text, other: Text): Text => ({ zh: `${one.zh}${other.zh}`, en: `${one.en} ${other.en}` })

function shownDefault(of: Setting): Text {
  switch (of.kind) {
    case 'flag':
      return of.default ? text('开启', 'on') : text('关闭', 'off')
    case 'choice':
      return of.options.find(option => option.code === of.default)?.title ?? text(of.default, of.default)
    case 'integer': {
      const number = text(String(of.default), String(of.default))
      return of.unit ? joined(number, of.unit) : number
    }
  }
}

function ChangedBy({ row }: { row: OrganizationConfig | undefined }) {
  const say = useSay()
  if (!row?.updated_time) return null
  return (
    <>
      {' · '}
      {say(text('{name} 修改于 ', 'changed by {name} '), { name: row.updated_by_name ?? '' })}
      <Instant at={row.updated_time} />
    </>
  )
}

function refusalOf(run: () => unknown): Refusal | undefined {
  try {
    run()
    return undefined
  } catch (problem) {
    if (problem instanceof Refusal) return problem
    throw problem
  }
}
