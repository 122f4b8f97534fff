import { FilterOutlined } from '@ant-design/icons'
import { type Text, text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { DateRange } from '@qitao/platform/web/list/date-range.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Segmented, Select } from 'antd'
import { useState } from 'react'
import { type DimensionKey, dimensionKeys, dimensionOf } from '../../model/facts.ts'
import { listDimensionValues, mostDimensions } from '../../model/figure.calls.ts'
import { grain } from '../../model/figure.status.ts'
import { type FigureKey, figureOf } from '../../model/figures.ts'
import { commonDimensions, goesWith, standsNow } from '../../model/report/report.rules.ts'
import { chartKind, comparison, reportPeriod } from '../../model/report/report.status.ts'
import type { ReportDefinition } from '../../model/report/saved-report.calls.ts'
import { useDimensionName } from '../figure-value.tsx'

interface BuilderProps {
  readonly value: ReportDefinition
  /** What can be chosen from, and what is shown of it. */
  readonly figures: readonly FigureKey[]
  readonly chosen: readonly FigureKey[]
  readonly onChange: (change: Partial<ReportDefinition>) => void
}
/** Which figures, over what time, split by what, beside when: each choice offers what goes with the others. */
export function ReportBuilder({ value, figures, chosen, onChange }: BuilderProps) {
  const say = useSay()
  /** A filter that names nothing yet: it narrows nothing, and stands in no address. */
  const [begun, setBegun] = useState<DimensionKey>()
  const isNow = chosen.length > 0 && chosen.every(standsNow)
  const { by = [], only = {}, compared = [] } = value
  const known = commonDimensions(chosen)
  const across = (['period', ...by] as const).filter(one => one !== 'period' || (value.by_time !== false && !isNow))
  const setBy = (next: DimensionKey[]) =>
    onChange({
      by: next,
      ...(next.some(key => key === value.across) || value.across === 'period' ? {} : { across: undefined }),
    })
  return (
    <div className="qt-filters">
      <Choice
        title={text('指标', 'Figures')}
        value={chosen}
        options={figures.map(key => ({
          value: key,
          label: say(figureOf(key).title),
          // What is chosen can be taken out; what does not go with it says so by being grey.
          disabled: !chosen.includes(key) && !goesWith(key, chosen, by),
        }))}
        onChange={next => onChange({ figures: next.length === 0 ? undefined : next })}
      />
      {isNow ? (
        <span className="qt-secondary">{say(text('当前数据', 'As it stands now'))}</span>
      ) : (
        <>
          <div className="qt-filter">
            <Select
              aria-label={say(text('滚动期间', 'Days that move on'))}
              allowClear
              placeholder={say(reportPeriod.states.days_30)}
              value={value.timestamp_range ? undefined : value.period}
              options={reportPeriod.list.map(state => ({ value: state.code, label: say(state) }))}
              onChange={period => onChange({ period, timestamp_range: undefined })}
            />
          </div>
          <div className="qt-filter qt-filter-range">
            <DateRange
              title={text('期间', 'Period')}
              value={value.timestamp_range}
              onChange={range => onChange({ timestamp_range: range, period: undefined })}
            />
          </div>
          <Segmented
            aria-label={say(text('时间维度', 'By time'))}
            value={value.by_time === false ? 'no' : String(value.time_dimension)}
            onChange={next =>
              onChange(
                next === 'no'
                  ? { by_time: false, ...(value.across === 'period' ? { across: undefined } : {}) }
                  : { by_time: true, time_dimension: grain.list.find(({ code }) => String(code) === next)?.code },
              )
            }
            options={[
              ...grain.list.map(state => ({ value: String(state.code), label: say(state) })),
              { value: 'no', label: say(text('合计', 'Whole')) },
            ]}
          />
        </>
      )}
      <Choice
        title={text('维度', 'Split by')}
        value={by}
        most={mostDimensions}
        options={known.map(key => ({ value: key, label: say(dimensionOf(key).title) }))}
        onChange={setBy}
      />
      {across.length > 0 ? (
        <div className="qt-filter">
          <Select
            aria-label={say(text('列', 'Across'))}
            allowClear
            placeholder={say(text('列：仅指标', 'Across: figures only'))}
            value={value.across}
            options={across.map(key => ({
              value: key,
              label: `${say(text('列：', 'Across: '))}${say(key === 'period' ? text('时间', 'Time') : dimensionOf(key).title)}`,
            }))}
            onChange={next => onChange({ across: next })}
          />
        </div>
      ) : null}
      {isNow ? null : (
        <Choice
          title={text('对比', 'Compare with')}
          value={compared}
          options={comparison.list.map(state => ({ value: state.code, label: say(state) }))}
          onChange={next => onChange({ compared: next })}
        />
      )}
      <div className="qt-filter">
        <Select
          aria-label={say(text('图形', 'Chart'))}
          value={value.chart}
          options={chartKind.list.map(state => ({
            value: state.code,
            label: `${say(text('图形：', 'Chart: '))}${say(state)}`,
          }))}
          onChange={chart => onChange({ chart })}
        />
      </div>
      {dimensionKeys
        .filter(key => key in only || (key === begun && known.includes(key)))
        .map(key => (
          <OnlyValues
            key={key}
            dimension={key}
            of={value}
            figures={chosen}
            onChange={values => {
              const { [key]: _, ...others } = only
              onChange({ only: values.length === 0 ? others : { ...others, [key]: values } })
              setBegun(undefined)
            }}
          />
        ))}
      <div className="qt-filter">
        <Select<DimensionKey>
          aria-label={say(text('添加筛选', 'Add a filter'))}
          placeholder={say(text('添加筛选', 'Add a filter'))}
          suffixIcon={<FilterOutlined aria-hidden />}
          value={null}
          disabled={known.every(key => key in only)}
          options={known.filter(key => !(key in only)).map(key => ({ value: key, label: say(dimensionOf(key).title) }))}
          onChange={setBegun}
        />
      </div>
    </div>
  )
}

/** Only these values of a dimension: of those that the rows have. */
function OnlyValues({
  dimension,
  of,
  figures,
  onChange,
}: {
  dimension: DimensionKey
  of: ReportDefinition
  figures: readonly FigureKey[]
  onChange: (values: (string | null)[]) => void
}) {
  const say = useSay()
  const nameOf = useDimensionName()
  const { period, timestamp_range } = of
  const found = useCall(
    listDimensionValues,
    { figures: [...figures], dimension, ...(timestamp_range ? { timestamp_range } : period ? { period } : {}) },
    { keepPrevious: true },
  )
  const given = of.only?.[dimension]
  const values = Array.isArray(given) ? given : given === undefined ? [] : [given]
  const title = say(dimensionOf(dimension).title)
  const known = found.data?.result ?? []
  // A select knows no null.
  const written = (key: string | null) => JSON.stringify(key)
  const missing = values.filter(value => !known.some(({ key }) => key === value))
  return (
    <div className="qt-filter qt-filter-range">
      <Select
        mode="multiple"
        autoFocus={values.length === 0}
        defaultOpen={values.length === 0}
        maxTagCount="responsive"
        showSearch={{ optionFilterProp: 'label' }}
        allowClear
        aria-label={say(text('只看{title}', 'Only {title}'), { title })}
        placeholder={say(text('只看{title}', 'Only {title}'), { title })}
        loading={found.isFetching}
        value={values.map(written)}
        options={[
          ...known.map(({ key, name }) => ({ value: written(key), label: nameOf(dimension, key, name) })),
          ...(found.data
            ? missing.map(key => ({
                value: written(key),
                label: say(text('（此期间无数据）', '(no rows in this time)')),
              }))
            : []),
        ]}
        onChange={next => onChange(next.map(one => JSON.parse(one) as string | null))}
      />
    </div>
  )
}

function Choice<K extends string>({
  title,
  value,
  options,
  most,
  onChange,
}: {
  title: Text
  value: readonly K[]
  options: { value: K; label: string; disabled?: boolean }[]
  most?: number
  onChange: (value: K[]) => void
}) {
  const say = useSay()
  return (
    <div className="qt-filter qt-filter-range">
      <Select<K[]>
        mode="multiple"
        maxTagCount="responsive"
        showSearch={{ optionFilterProp: 'label' }}
        {...(most ? { maxCount: most } : {})}
        aria-label={say(title)}
        placeholder={say(title)}
        value={[...value]}
        options={options}
        onChange={onChange}
      />
    </div>
  )
}
