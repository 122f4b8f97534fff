import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import type { DimensionKey } from '../model/facts.ts'
import { dimensionOf } from '../model/facts.ts'
import { type FigureKey, type FigureUnit, figureOf } from '../model/figures.ts'

const units = {
  percent: text('%', '%'),
  days: text('天', 'd'),
  hours: text('小时', 'h'),
  minutes: text('分钟', 'min'),
  turns: text('次/年', '/ year'),
} as const satisfies Partial<Record<FigureUnit, unknown>>

/** The unit of a figure in words; money has the currency of the company. */
export function useUnit(): (figure: FigureKey) => string | null {
  const say = useSay()
  const { org } = useSession()
  return figure => {
    const { unit } = figureOf(figure)
    if (unit === 'money') return org.currency ?? null
    return unit in units ? say(units[unit as keyof typeof units]) : null
  }
}
/** A figure as people read it; a dash where there is nothing to measure it by. */
export function FigureValue({ figure, value }: { figure: FigureKey; value: string | null | undefined }) {
  const unitOf = useUnit()
  const { unit } = figureOf(figure)
  return <Quantity value={value} unit={unitOf(figure)} decimals={unit === 'money' ? 0 : undefined} />
}

/** A change as words and a sign, so that it is not told by its colour alone. */
export function Change({ figure, value, before }: { figure: FigureKey; value: string | null; before: string | null }) {
  const say = useSay()
  const { better, unit } = figureOf(figure)
  if (value === null || before === null) return null
  const isShare = unit === 'percent'
  const change = isShare
    ? Number(value) - Number(before)
    : Number(before) === 0
      ? null
      : (100 * (Number(value) - Number(before))) / Number(before)
  if (change === null) return null
  const shown = Math.abs(change) < 10 ? change.toFixed(1) : change.toFixed(0)
  const good = better === null || Number(shown) === 0 ? 'none' : change > 0 === (better === 'more') ? 'good' : 'bad'
  const sign = Number(shown) === 0 ? '' : change > 0 ? '▲ ' : '▼ '
  return (
    <span className={`qt-change qt-change-${good}`}>
      {sign}
      {shown.replace('-', '')}
      {isShare ? say(text('个百分点', ' points')) : '%'}
    </span>
  )
}

/** What people call a value of a dimension. */
export function useDimensionName(): (dimension: DimensionKey, key: string | null, name: string | null) => string {
  const say = useSay()
  return (dimension, key, name) => {
    const state = dimensionOf(dimension).states?.find(({ code }) => String(code) === key)
    if (state) return say(state)
    return name ?? say(text('（空）', '(none)'))
  }
}
