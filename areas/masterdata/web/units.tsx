import { ImportButton } from '@qitao/access/web/record/exchange-buttons.tsx'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { text } from '@qitao/core/text.ts'
import { refresh, useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { FormDrawer } from '@qitao/platform/web/form/form-drawer.tsx'
import { type Act, remove } from '@qitao/platform/web/list/act.ts'
import { ActButton, NewButton } from '@qitao/platform/web/list/act-button.tsx'
import { DataTable } from '@qitao/platform/web/list/data-table.tsx'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { AutoComplete, Input } from 'antd'
import { useState } from 'react'
import { unitExchange } from '../model/masterdata.exchange.ts'
import {
  addStandardUnits,
  addUnit,
  alterUnits,
  deleteUnits,
  queryUnit,
  queryUnitByGroup,
  queryUnitDetail,
} from '../model/unit/unit.calls.ts'
import { defaultPrecision, type UnitRow, unit } from '../model/unit/unit.record.ts'
import { unitGroups, unitGroupTitle } from '../model/unit/unit-group.ts'

const refreshes = [queryUnitByGroup, queryUnit, queryUnitDetail]
const fields = ['name', 'name_en', 'group', 'precision', 'status'] as const
type Form = Pick<UnitRow, (typeof fields)[number]>
const { enabled, disabled } = enabledStatus.codes
const all = 'all'

const formOf = ({ name, name_en, group, precision, status }: UnitRow): Form => ({
  name,
  name_en,
  group,
  precision,
  status,
})

/** Groups on the left, their units on the right. A company has some dozens: all are here at once. */
export function Units() {
  const say = useSay()
  const { may } = useSession()
  const found = useCall(queryUnitByGroup, {})
  const add = useCommand(addUnit, { refreshes })
  const alter = useCommand(alterUnits, { refreshes })
  const drop = useCommand(deleteUnits, { refreshes, done: () => setSelected([]) })
  const initialise = useCommand(addStandardUnits, { refreshes })
  const [group, setGroup] = useState<string | null>(all)
  const [keyword, setKeyword] = useState('')
  const [selected, setSelected] = useState<readonly string[]>([])
  const [form, setForm] = useState<{ open: boolean; old?: UnitRow; values: Partial<Form> }>({ open: false, values: {} })
  if (found.error && !found.data) return <ErrorState failure={found.error} retry={found.refetch} />
  if (!found.data) return <RowsSkeleton />

  const groups = found.data.result
  const units = groups.flatMap(one => one.units)
  const wanted = keyword.trim().toLowerCase()
  const shown = units.filter(
    one =>
      (group === all || one.group === group) &&
      (wanted === '' || `${one.name} ${one.name_en ?? ''}`.toLowerCase().includes(wanted)),
  )
  const chosen = units.filter(one => selected.includes(one.id))
  const changes = may(pages.units)
  const startNew = () =>
    setForm({
      open: true,
      values: { precision: defaultPrecision, status: enabled, group: group === all ? null : group },
    })
  const edit = (old: UnitRow) => setForm({ open: true, old, values: formOf(old) })
  const deletion = (rows: readonly UnitRow[]) =>
    remove(
      rows.map(row => row.name),
      drop.with({ ids: rows.map(row => row.id) }),
    )
  const setStatus = (rows: readonly UnitRow[], status: UnitRow['status']) =>
    alter.run({ units: rows.map(row => ({ ...formOf(row), status, id: row.id, row_version: row.row_version })) })
  const standard: Act = {
    title: text('初始化标准单位', 'Add standard units'),
    run: initialise.with({}),
  }
  const bulk: Act[] = [
    { title: text('启用', 'Enable'), run: needing(alter.call, () => setStatus(chosen, enabled)) },
    { title: text('停用', 'Disable'), run: needing(alter.call, () => setStatus(chosen, disabled)) },
    deletion(chosen),
  ]
  const { old } = form

  return (
    <div className="qt-page qt-md-split">
      <nav className="qt-md-groups" aria-label={say(unit.fields.group.title)}>
        <GroupLink title={say(text('全部', 'All'))} count={units.length} on={group === all} run={() => setGroup(all)} />
        {groups.map(one => (
          <GroupLink
            key={one.group ?? ''}
            title={say(unitGroupTitle(one.group))}
            count={one.units.length}
            on={group === one.group}
            run={() => setGroup(one.group)}
          />
        ))}
      </nav>
      <div className="qt-md-main">
        <div className="qt-list-head">
          <div className="qt-filters">
            <Input.Search
              className="qt-filter"
              allowClear
              data-search="main"
              placeholder={say(text('搜索单位名称…', 'Search by name…'))}
              aria-label={say(text('搜索单位名称', 'Search by name'))}
              onChange={event => setKeyword(event.target.value)}
            />
          </div>
          {changes ? (
            <div className="qt-toolbar">
              <ActButton act={standard} />
              <ImportButton of={unitExchange} refreshes={refreshes} />
              <NewButton run={needing(addUnit, startNew)} />
            </div>
          ) : null}
        </div>
        {chosen.length > 0 ? (
          <section className="qt-bulk" aria-label={say(text('批量操作', 'Bulk actions'))}>
            <span aria-live="polite">{say(text('已选 {count} 条', '{count} selected'), { count: chosen.length })}</span>
            {bulk.map(one => (
              <ActButton key={one.title.zh} act={one} size="small" />
            ))}
          </section>
        ) : null}
        <DataTable<UnitRow>
          record={unit}
          rows={shown}
          columns={[
            { name: 'name', sort: false, ...(changes ? { opens: edit } : {}) },
            { name: 'name_en', sort: false, width: 120 },
            { name: 'group', sort: false, width: 120, render: row => say(unitGroupTitle(row.group)) },
            { name: 'precision', sort: false },
            { name: 'material_count', sort: false, width: 130 },
            { name: 'status', sort: false },
          ]}
          {...(changes
            ? {
                rowActions: (row: UnitRow) => [
                  { title: text('编辑', 'Edit'), run: needing(alter.call, () => edit(row)) },
                  deletion([row]),
                ],
                selection: { ids: selected, onChange: setSelected },
              }
            : {})}
          empty={
            units.length > 0 ? (
              <EmptyState text={text('没有符合条件的单位', 'No unit matches')} />
            ) : (
              <EmptyState
                text={text('还没有计量单位，可以先加入一套标准单位', 'No units yet. Begin with the standard ones')}
                next={changes ? <ActButton primary act={standard} /> : null}
              />
            )
          }
        />
      </div>
      <FormDrawer<Partial<Form>>
        key={old?.id ?? 'new'}
        open={form.open}
        title={old ? text(`单位 ${old.name}`, `Unit ${old.name}`) : text('新建单位', 'New unit')}
        values={form.values}
        save={
          old
            ? saveWith(alter, values => ({
                units: [{ ...(values as Form), id: old.id, row_version: old.row_version }],
              }))
            : saveWith(add, values => values as Form)
        }
        reload={() => refresh(...refreshes)}
        onClose={() => setForm(now => ({ ...now, open: false }))}
        history={old && { of: unit, id: old.id }}
      >
        {fields.map((name, index) =>
          name === 'group' ? (
            <Field key={name} of={unit} name={name} input={<GroupInput known={groups.map(one => one.group)} />} />
          ) : (
            <Field key={name} of={unit} name={name} autoFocus={index === 0} />
          ),
        )}
      </FormDrawer>
    </div>
  )
}

function GroupLink({ title, count, on, run }: { title: string; count: number; on: boolean; run: () => void }) {
  return (
    <button type="button" className={on ? 'qt-md-group qt-on' : 'qt-md-group'} aria-pressed={on} onClick={run}>
      <span>{title}</span>
      <span className="qt-number qt-secondary">{count}</span>
    </button>
  )
}

interface GroupInputProps {
  known: readonly (string | null)[]
  value?: string | null
  onChange?: (value: string | null) => void
}
/** A standard group by its name in the language of the page, one that is in use, or a new word. */
function GroupInput({ known, value, onChange, ...rest }: GroupInputProps) {
  const language = useLanguage()
  const options = [...new Set([...Object.keys(unitGroups), ...known.filter(one => one !== null)])]
  const words = (group: string) => unitGroupTitle(group)[language]
  return (
    <AutoComplete
      {...rest}
      allowClear
      options={options.map(group => ({ value: words(group) }))}
      value={value ? words(value) : ''}
      onChange={(typed: string | undefined) =>
        onChange?.(typed ? (options.find(group => words(group) === typed) ?? typed) : null)
      }
    />
  )
}
