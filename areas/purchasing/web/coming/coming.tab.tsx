import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { latestInstant } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { addDays, type Day } from '@qitao/core/time.ts'
import { learntFrom, useSupplierDelay } from '@qitao/masterdata/web'
import { useEndless } from '@qitao/platform/web/call/use-endless.ts'
import type { Column } from '@qitao/platform/web/list/columns.tsx'
import { EndlessTable } from '@qitao/platform/web/list/endless-table.tsx'
import { FilterBar } from '@qitao/platform/web/list/filter-bar.tsx'
import type { Filter } from '@qitao/platform/web/list/filters.ts'
import { useListState } from '@qitao/platform/web/list/list-state.ts'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { usePageMemory } from '@qitao/platform/web/session/page-memory.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { Button, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { type ComingRow, comingDays, comingSupplier, listComing } from '../../model/coming/coming.calls.ts'
import { type ComingState, comingState } from '../../model/coming/coming.status.ts'
import { ComingDrawer, type ShownCell } from './coming.drawer.tsx'
import './coming.css'

/** What comes on which day, supplier by supplier: what is late first, and what nobody has announced yet stands apart. */
export function ComingTab() {
  const say = useSay()
  const dates = useOrgDate()
  const language = useLanguage()
  const today = dates.today()
  const [chosen, setBegin] = usePageMemory<Day>('coming_begin', today)
  const [days, setDays] = usePageMemory<number>('coming_days', 14)
  // What was today when the page was opened may be over.
  const begin = chosen.localeCompare(today) < 0 ? today : chosen
  const filters: Filter<typeof listComing>[] = [
    { name: 'keyword', title: text('采购单号、物料…', 'Order, material…') },
    'supplier_id',
    'material_id',
    'state',
  ]
  const state = useListState<typeof listComing>(comingSupplier, filters, [])
  const { keyword, supplier_id, material_id, state: wanted } = state.asked
  const asked = { keyword, supplier_id, material_id, state: wanted }
  const list = useEndless(listComing, { ...asked, from: dates.startOfDay(begin), days })
  const [shown, setShown] = useState<ShownCell>()
  const columns = useMemo((): Column<ComingRow>[] => {
    const open = (row: ComingRow, title: string, range: ShownCell['range']) =>
      setShown({ supplier_id: row.supplier_id, title: `${row.supplier_name} · ${title}`, range })
    const beside = (
      name: 'late_count' | 'later_count' | 'undated_count',
      kind: ComingState,
      range: ShownCell['range'],
    ): Column<ComingRow> => ({
      ...{ name, width: name === 'undated_count' ? 76 : 64, sort: false },
      render: row =>
        row[name] === 0 ? null : (
          <Cell
            kind={kind}
            words={String(row[name])}
            title={say(comingSupplier.fields[name].title)}
            run={() => open(row, say(comingSupplier.fields[name].title), range)}
          />
        ),
    })
    const end = dates.startOfDay(addDays(begin, days))
    return [
      {
        ...{ name: 'supplier_id', width: 190, sort: false },
        render: row => <Supplier of={row} />,
      },
      beside('late_count', 'late', [0, dates.startOfDay(today) - 1]),
      ...Array.from({ length: days }, (_, at): Column<ComingRow> => {
        const day = addDays(begin, at)
        const starts = dates.startOfDay(day)
        const words = dayWords(day, language)
        return {
          ...{ name: `day_${day}`, title: text(words, words), width: 68, sort: false },
          render: row => {
            const found = row.days.find(one => one.day === starts)
            if (!found) return null
            const { announced, confirmed, ordered } = found
            return (
              <Cell
                kind={ordered > 0 ? 'ordered' : confirmed > 0 ? 'confirmed' : 'announced'}
                words={[announced, confirmed, ordered].filter(count => count > 0).join(' + ')}
                title={say(
                  text(
                    '{day}：已通知 {announced}，供应商已确认 {confirmed}，仅下单 {ordered}',
                    '{day}: {announced} announced, {confirmed} confirmed, {ordered} only ordered',
                  ),
                  { day, announced, confirmed, ordered },
                )}
                run={() => open(row, day, [starts, dates.startOfDay(addDays(day, 1)) - 1])}
              />
            )
          },
        }
      }),
      beside('later_count', 'ordered', [end, latestInstant]),
      beside('undated_count', 'ordered', null),
    ]
  }, [begin, days, dates, today, language, say])
  const turn = (by: number) => setBegin(addDays(begin, by))
  return (
    <div className="qt-page">
      <div className="qt-list-head">
        <FilterBar
          filters={state.filters}
          values={state.values}
          filtered={state.filtered}
          onChange={state.filter}
          onClear={state.clear}
        />
        <div className="qt-toolbar qt-coming-range">
          {comingState.list.map(one => (
            <StatusTag key={one.code} of={one} />
          ))}
          <Button
            icon={<LeftOutlined aria-hidden />}
            aria-label={say(text('前一段', 'Earlier days'))}
            disabled={begin <= today}
            onClick={() => turn(-days)}
          />
          <Button onClick={() => setBegin(today)}>{say(text('今天', 'Today'))}</Button>
          <Button
            icon={<RightOutlined aria-hidden />}
            aria-label={say(text('后一段', 'Days after'))}
            onClick={() => turn(days)}
          />
          <Segmented<number>
            aria-label={say(text('天数', 'Days'))}
            value={days}
            onChange={setDays}
            options={comingDays.map(value => ({ value, label: say(text('{value}天', '{value} d'), { value }) }))}
          />
        </div>
      </div>
      <EndlessTable<ComingRow>
        list={list}
        columns={columns}
        record={comingSupplier}
        empty={
          <EmptyState
            text={
              state.filtered
                ? text('没有符合条件的到货', 'Nothing that comes is like that')
                : text('没有在途的采购', 'Nothing is on its way')
            }
          />
        }
        total={text('共 {all} 家供应商；数字为到货明细行数', '{all} suppliers; figures are lines that come')}
      />
      {shown ? <ComingDrawer of={shown} asked={{ ...asked }} onClose={() => setShown(undefined)} /> : null}
    </div>
  )
}

/** The supplier, and how late his lines usually come. */
function Supplier({ of: { supplier_id, supplier_name, supplier_code } }: { of: ComingRow }) {
  const say = useSay()
  const found = useSupplierDelay(supplier_id)
  const known = found?.known
  return (
    <span
      className="qt-coming-supplier"
      title={[supplier_code, supplier_name, known ? say(learntFrom(known)) : ''].filter(Boolean).join(' · ')}
    >
      <span>{supplier_name}</span>
      {known ? (
        <span className={known.p50_days > 0 ? 'qt-late' : 'qt-secondary'}>
          {say(text('晚 {p50}~{p90} 天', '+{p50}~{p90} d'), { p50: known.p50_days, p90: known.p90_days })}
        </span>
      ) : null}
    </span>
  )
}

function Cell({ kind, words, title, run }: { kind: ComingState; words: string; title: string; run: () => void }) {
  return (
    <button type="button" className={`qt-coming-cell qt-coming-${kind}`} title={title} aria-label={title} onClick={run}>
      {words}
    </button>
  )
}

/** `11-30 Mon`. */
function dayWords(day: Day, language: 'zh' | 'en'): string {
  const weekday = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en', { weekday: 'short', timeZone: 'UTC' })
  return `${day.slice(5)} ${weekday.format(Date.parse(`${day}T00:00:00Z`)).replace('周', '')}`
}
