import { isPositive } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DayText } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import type { ReactNode } from 'react'
import type { StockByBomAnswer, StockByBomRow } from '../../model/by-bom/stock-by-bom.record.ts'
import type { SetQuestion } from './set-question.ts'

const mostLimits = 4
const mostNamed = 3
const mostSteps = 6

interface Props {
  of: StockByBomAnswer
  question: SetQuestion
  /** Every part, by its id. */
  parts: ReadonlyMap<string, StockByBomRow>
  seesPrices: boolean
  onOpen: (part: StockByBomRow) => void
}
/** The answer in words: how many sets, when, what ends them, what those that are wanted cost. */
export function SetsSummary({ of, question, parts, seesPrices, onOpen }: Props) {
  const say = useSay()
  const sets = (count: number) => (
    <>
      <strong className="qt-sets-count qt-number">{count.toLocaleString('en-US')}</strong> {say(text('套', 'sets'))}
    </>
  )
  return (
    <section className="qt-sets-summary" aria-label={say(text('结果', 'Answer'))} aria-live="polite">
      <dl className="qt-sets-figures">
        <Figure title={say(text('现在可做', 'Can be made now'))}>{sets(of.sets_now)}</Figure>
        <Figure
          title={
            <>
              {say(text('可做，到', 'Can be made by'))} <DayText of={question.date} />
            </>
          }
        >
          {sets(of.sets_by_date)}
        </Figure>
        <Figure title={say(text('{sets}套的料最早可齐', 'Parts of {sets} sets there from'), { sets: question.sets })}>
          {of.there_time === null ? (
            <span className="qt-secondary">{say(text('未知：缺提前期', 'not known: no lead time'))}</span>
          ) : (
            <DayText of={of.there_time} />
          )}
        </Figure>
        {seesPrices ? (
          <Figure title={say(text('补齐{sets}套的金额', 'Cost to reach {sets} sets'), { sets: question.sets })}>
            {of.missing_count === 0 ? (
              say(text('不缺料', 'Nothing is missing'))
            ) : of.unpriced_count === of.missing_count ? (
              <span className="qt-late">{say(text('缺料都没有单价', 'No missing part has a price'))}</span>
            ) : (
              <>
                <Quantity value={of.cost} unit={of.currency} decimals={2} />
                {of.unpriced_count > 0 ? (
                  <span className="qt-late">
                    {' '}
                    {say(text('另有{count}项没有单价', 'and {count} without a price'), { count: of.unpriced_count })}
                  </span>
                ) : null}
              </>
            )}
          </Figure>
        ) : null}
      </dl>
      {of.limits.length > 0 ? (
        <p>
          <span className="qt-secondary">{say(text('限制料：', 'What limits: '))}</span>
          {of.limits.slice(0, mostLimits).map(({ sets: count, material_ids }) => (
            <span key={count} className="qt-sets-limit">
              {say(text('做到{count}套为止：', 'up to {count} sets: '), { count })}
              {material_ids.slice(0, mostNamed).map(id => {
                const part = parts.get(id)
                return part ? (
                  <button
                    key={id}
                    type="button"
                    className="qt-link"
                    title={part.material_name}
                    onClick={() => onOpen(part)}
                  >
                    {part.material_code}
                  </button>
                ) : null
              })}
              {material_ids.length > mostNamed
                ? say(text('等{count}项', 'and {count} more'), { count: material_ids.length - mostNamed })
                : null}
            </span>
          ))}
        </p>
      ) : null}
      {of.steps.length > 1 ? (
        <p>
          <span className="qt-secondary">{say(text('随到料：', 'As parts come in: '))}</span>
          {of.steps.slice(1, mostSteps + 1).map(({ time, sets: count }) => (
            <span key={time} className="qt-sets-limit">
              <DayText of={time} /> {say(text('起{count}套', '{count} sets'), { count })}
            </span>
          ))}
          {of.steps.length > mostSteps + 1 ? '…' : null}
        </p>
      ) : null}
      {of.alone.length > 1 ? (
        <p>
          <span className="qt-secondary">{say(text('单独做（现在/到期）：', 'Each alone (now / by then): '))}</span>
          {of.alone.map(one => (
            <span key={one.material_id} className="qt-sets-limit" title={one.material_name}>
              {one.material_code}
              {isPositive(one.quantity) && Number(one.quantity) !== 1 ? ` × ${one.quantity}` : ''}{' '}
              <strong className="qt-number">
                {one.sets_now} / {one.sets_by_date}
              </strong>
            </span>
          ))}
        </p>
      ) : null}
      <p className="qt-secondary">
        {say(
          text(
            '只看物料：产能与工时见订单承诺。已被工单占用或承诺保留的不算；同一物料在几处用到只算一次。',
            'Material only: for hours of machines ask an order promise. What work orders or promises hold does not count; a part used in several places is counted once.',
          ),
        )}
      </p>
    </section>
  )
}

const Figure = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)
