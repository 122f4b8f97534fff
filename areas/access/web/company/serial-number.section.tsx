import { explain, Refusal } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { failureText } from '@qitao/platform/web/call/failures.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Button, Input, Select } from 'antd'
import { useEffect, useState } from 'react'
import {
  generateSerialNumber,
  querySerialRules,
  type SerialRuleRow,
  setSerialRules,
} from '../../model/record/serial-number.calls.ts'
import { checkSerialRules, dateParts, serialModules } from '../../model/record/serial-number.rules.ts'
import '../record/records.css'

type Draft = Readonly<Partial<Record<string, Partial<Pick<SerialRuleRow, 'prefix' | 'date_part'>>>>>

/** How the numbers of documents are written; a change holds for the next document. */
export function SerialNumberSection({ onChanged }: { onChanged?: (changed: boolean) => void }) {
  const say = useSay()
  const language = useLanguage()
  const stored = useCall(querySerialRules, {})
  const save = useCommand(setSerialRules, { refreshes: [querySerialRules, generateSerialNumber] })
  const [draft, setDraft] = useState<Draft>({})
  const [problem, setProblem] = useState<string>()
  const rows = (stored.data?.result ?? []).map(row => ({ ...row, ...draft[row.module_code] }))
  const changed = rows.filter(row => {
    const before = stored.data?.result.find(one => one.module_code === row.module_code)
    return before?.prefix !== row.prefix || before?.date_part !== row.date_part
  })
  const isChanged = changed.length > 0
  useEffect(() => onChanged?.(isChanged), [isChanged])
  if (stored.error && !stored.data) return <ErrorState failure={stored.error} retry={stored.refetch} />
  if (!stored.data) return <RowsSkeleton rows={6} />

  const change = (row: SerialRuleRow, next: Draft[string]) => {
    setProblem(undefined)
    setDraft({ ...draft, [row.module_code]: { ...draft[row.module_code], ...next } })
  }
  const submit = async () => {
    const rules = changed.map(({ module_code, prefix, date_part }) => ({
      module_code,
      prefix: prefix.trim(),
      date_part,
    }))
    try {
      checkSerialRules(rules, new Map(rows.map(row => [row.module_code, row.prefix.trim()])))
    } catch (refused) {
      if (!(refused instanceof Refusal)) throw refused
      return setProblem(explain(refused.definition, { ...refused.data, row: undefined }, language))
    }
    const result = await save.attempt({ rules })
    if (result.ok) setDraft({})
    else if (result.failure) setProblem(failureText(result.failure, language))
  }
  return (
    <section aria-label={say(text('编号规则', 'Numbering'))}>
      <header className="qt-section-head">
        <h2>{say(text('编号规则', 'Numbering'))}</h2>
      </header>
      <p className="qt-secondary">
        {say(
          text(
            '单号 = 前缀 + 日期 + 4位流水号（最大9999），保存单据时取号，不跳号。修改只影响之后的单据。',
            'A number is prefix, date and four digits up to 9999. It is taken when the document is saved, without gaps. A change holds from the next document on.',
          ),
        )}
      </p>
      <ul className="qt-rule-rows qt-serial-rows">
        {rows.map(row => {
          const title = say(serialModules[row.module_code])
          return (
            <li key={row.module_code}>
              <span>{title}</span>
              <Input
                aria-label={say(text(`${title}前缀`, `Prefix of ${title}`))}
                maxLength={10}
                value={row.prefix}
                onChange={event => change(row, { prefix: event.target.value })}
              />
              <Select
                aria-label={say(text(`${title}日期`, `Date of ${title}`))}
                value={row.date_part}
                popupMatchSelectWidth={false}
                options={Object.entries(dateParts).map(([value, words]) => ({
                  value: value as SerialRuleRow['date_part'],
                  label: say(words),
                }))}
                onChange={date_part => change(row, { date_part })}
              />
              <span className="qt-secondary qt-number">
                {changed.includes(row) ? '' : (row.next_number ?? say(text('已用完', 'Used up')))}
              </span>
            </li>
          )
        })}
      </ul>
      {problem ? (
        <p className="qt-setting-problem" role="alert">
          {problem}
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
